// The broker closes the connection on which a request waits, as when it stops: the request fails with that cause, which
// counts as an outage that passes by itself.

import { startKafka, type TestKafka } from '@kurz/backends';
import { isKafkaAway, openStreamOffsets } from '@kurz/click-stream';
import { makeTopic } from '../ship/ship-fixture';
import { openTestedClient } from '../../tested-client';

const METADATA = 3;
const API_AT = 4;

let kafka: TestKafka;
beforeAll(async () => {
  kafka = await startKafka({ isBehindProxy: true });
  await makeTopic(kafka.directBrokers, 'clicks');
});
afterEach(() => kafka.proxy?.heal());
afterAll(() => kafka?.close());

it('a connection that ends while the topics are asked for is told as such', async () => {
  let isCutting = false;
  let cuts = 0;
  kafka.proxy?.interfere(() => (sent) => {
    if (!isCutting || sent.length < API_AT + 2 || sent.readInt16BE(API_AT) !== METADATA) return sent;
    cuts++;
    kafka.proxy?.endAll();
    return Buffer.alloc(0);
  });
  const offsets = openStreamOffsets({ kafka: openTestedClient(kafka.brokers) }, { topic: 'clicks' });
  expect((await offsets.ranges()).size).toBe(3);
  isCutting = true;
  const error: unknown = await offsets.ranges().catch((failed: unknown) => failed);
  expect(String(error)).toMatch(/clos/i);
  expect(isKafkaAway(error)).toBe(true);
  expect(cuts).toBeGreaterThan(0);
  isCutting = false;
  expect((await offsets.ranges()).size).toBe(3);
  await offsets.close();
});
