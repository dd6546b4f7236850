// Fills the topic with a backlog, in messages and transactions like those of a redirector's shipper. Returns the visits
// per link, which all stores must have in the end.

import { encodeVisit } from '@kurz/click-event';
import { encodeChunk, openKafka } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { makeVisits } from '../make-visits.mjs';

/** Lines per message. A shipper's messages have at most 4,000 lines or 512 KiB. */
const LINES = 2_000;
const MESSAGES = 10;
const GZIP = 1;
const SEED = 5;
/** A backlog is ordered by time: all its visits are from one hour, as after an outage. */
const HOUR_MS = 3_600_000;

export async function fillTopic({ brokers }, { topic, partitions, visits, links, end }) {
  const kafka = openKafka({ brokers, clientId: 'bench-fill' }, { log: silentLog });
  const producer = kafka.producer({
    transactionalId: 'bench-fill',
    maxInFlightRequests: 1,
    idempotent: true,
  });
  await producer.connect();
  const visitOf = makeVisits({ links, end }, SEED);
  const expected = new Map();
  const ends = Array(partitions).fill(undefined);
  let made = 0;
  const lines = () =>
    Array.from({ length: LINES }, () => {
      const time = Math.floor(end - HOUR_MS * (1 - made++ / visits));
      const visit = { ...visitOf(), time };
      expected.set(visit.linkId, (expected.get(visit.linkId) ?? 0) + 1);
      return encodeVisit(visit);
    });
  const messageTo = (partition) => {
    const value = Buffer.from(lines().join('\n'), 'latin1');
    const first = ends[partition] ?? 0;
    const last = first + value.length + 1;
    const message = encodeChunk(
      { journal: `bench-${partition}`, first, last, after: ends[partition] },
      value,
    );
    ends[partition] = last;
    return { ...message, partition };
  };
  for (let sent = 0, turn = 0; sent < visits; sent += LINES * MESSAGES, turn++) {
    const transaction = await producer.transaction();
    const messages = Array.from({ length: MESSAGES }, () => messageTo(turn % partitions));
    await transaction.send({ topic, messages, compression: GZIP });
    await transaction.commit();
  }
  await producer.disconnect();
  return expected;
}
