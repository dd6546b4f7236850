// The network cuts off large answers to a reader in the middle. The same consumer reads on over new connections, each
// message once and in order.

import { randomBytes } from 'node:crypto';
import { startKafka, type TestKafka } from '@kurz/backends';
import { openKafka, openStreamOffsets, openStreamReader, type StreamSession } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { until } from '../../until';
import { makeEventLog, makeTopic } from '../ship/ship-fixture';
import { openTestedClient } from '../../tested-client';

const TOPIC = 'clicks';
const MESSAGES = 12;
const BYTES = 900_000;
/** Bytes of an answer before the cut. An answer holds one message. */
const TORN_AT = 500_000;
const TEARS = 3;
const BYTES_PER_SECOND = 5_000_000;
const FETCH = 1;
const API_AT = 4;

let kafka: TestKafka;
const closes: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  kafka = await startKafka({ isBehindProxy: true });
  await makeTopic(kafka.directBrokers, TOPIC, 1);
});
afterAll(async () => {
  await kafka?.proxy?.heal();
  for (const close of closes) await close();
  await kafka?.close();
});

async function write(): Promise<void> {
  const client = openKafka({ brokers: kafka.directBrokers, clientId: 'test' }, { log: silentLog });
  const producer = client.producer();
  await producer.connect();
  for (let sent = 0; sent < MESSAGES; sent++)
    await producer.send({ topic: TOPIC, messages: [{ value: randomBytes(BYTES) }] });
  await producer.disconnect();
}

/** Resets the connection in the middle of a large fetch answer, `times` times. The result counts the resets so far. */
function tear(times: number): () => number {
  let tears = 0;
  // throttled, so that the client has read most of the answer: a reset drops unread data
  kafka.proxy?.throttle(BYTES_PER_SECOND);
  kafka.proxy?.interfere(() => {
    kafka.proxy?.cutAnswerAfter(Infinity);
    return (sent) => {
      if (tears < times && sent.length > API_AT + 1 && sent.readInt16BE(API_AT) === FETCH) {
        tears++;
        kafka.proxy?.cutAnswerAfter(TORN_AT);
      }
      return sent;
    };
  });
  return () => tears;
}

it('a reader whose answers are torn reads on', async () => {
  await write();
  const tears = tear(TEARS);
  const { log, events } = makeEventLog();
  const client = openTestedClient(kafka.brokers);
  const offsets = openStreamOffsets({ kafka: client }, { topic: TOPIC });
  let session: StreamSession | undefined;
  const onSession = (given: StreamSession) => void (session = given);
  const reader = openStreamReader(
    { kafka: client, offsets, log, onSession },
    { topic: TOPIC, groupId: 'reads', sessionTimeoutMs: 10_000 },
  );
  const heldNow = async () => (await session?.messagesFrom(0))?.map(({ offset }) => offset) ?? [];
  closes.push(reader.close, offsets.close);
  await until(async () => (await heldNow().catch(() => [])).length === MESSAGES);
  expect(await heldNow()).toEqual(Array.from({ length: MESSAGES }, (_, offset) => offset));
  expect(tears()).toBe(TEARS);
  expect(events.map(({ event, reason }) => [event, reason])).toEqual([['stream_joined', undefined]]);
});
