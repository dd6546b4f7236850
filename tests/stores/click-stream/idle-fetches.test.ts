// A group member that has nothing to read lets Kafka hold its fetches for longer, so that an idle installation
// costs little. Its fetches are short again as soon as a visit comes.

import { eachRequest, REQUEST_HEAD, startKafka, type TestKafka } from '@kurz/backends';
import { openKafka, openStreamOffsets, openStreamReader, type StreamSession } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { makeTopic } from '../ship/ship-fixture';
import { openTestedClient } from '../../tested-client';
import { until } from '../../until';

const TOPIC = 'clicks';
const PARTITIONS = 3;
const FETCH = 1;
/** From this version on, the request header ends with tagged fields. */
const WITH_TAGS = 12;

let kafka: TestKafka;
beforeAll(async () => {
  kafka = await startKafka({ isBehindProxy: true });
  await makeTopic(kafka.directBrokers, TOPIC, PARTITIONS);
});
afterAll(() => kafka?.close());

/** How long Kafka may hold the fetch, ms. The field follows the client id and the replica id. */
function waitOf(version: number, request: Buffer): number {
  const named = REQUEST_HEAD + 2 + request.readInt16BE(REQUEST_HEAD);
  return request.readInt32BE(named + (version >= WITH_TAGS ? 1 : 0) + 4);
}

it('lets Kafka hold its fetches for longer while no visits come, and not after one has come', async () => {
  const waits: number[] = [];
  kafka.proxy?.interfere(() =>
    eachRequest(({ api, version, bytes }) => {
      if (api === FETCH) waits.push(waitOf(version, bytes));
      return true;
    }),
  );
  const client = openTestedClient(kafka.brokers, silentLog);
  const offsets = openStreamOffsets({ kafka: client }, { topic: TOPIC });
  const sessions: StreamSession[] = [];
  const reader = openStreamReader(
    { kafka: client, offsets, log: silentLog, onSession: (session) => void sessions.push(session) },
    { topic: TOPIC, groupId: 'idle', sessionTimeoutMs: 6_000 },
  );
  const producer = openKafka(
    { brokers: kafka.directBrokers, clientId: 'test' },
    { log: silentLog },
  ).producer();
  try {
    await until(() => sessions.length === PARTITIONS);
    for (const session of sessions) await session.messagesFrom(0);
    await until(() => waits.length > 0);
    expect(new Set(waits)).toEqual(new Set([100]));
    await until(() => waits.includes(500));

    await producer.connect();
    await producer.send({ topic: TOPIC, messages: [{ partition: 0, value: 'a visit' }] });
    await until(() => sessions.some((session) => session.reached() === 1));
    const idleFrom = waits.indexOf(500);
    await until(() => waits.includes(100, idleFrom));
  } finally {
    await producer.disconnect();
    await reader.close();
    await offsets.close();
  }
});
