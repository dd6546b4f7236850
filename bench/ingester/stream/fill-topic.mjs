// Fills the topic with a backlog, in messages and transactions as a redirector's shipper makes them. Returns the visits of
// each link, which all stores must show in the end.

import { encodeVisit } from '@kurz/click-event';
import { encodeChunk, openKafka } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { makeVisits } from '../make-visits.mjs';

/** A shipper's messages: 4,000 lines or 512 KiB at most. */
const LINES = 2_000;
const MESSAGES = 10;
const GZIP = 1;
const SEED = 5;
/** A backlog comes in the order of time: so many visits of an hour, as after an outage. */
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
