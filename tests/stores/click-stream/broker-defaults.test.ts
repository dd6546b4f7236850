// The operator's brokers compress topics with a codec that Kurz does not read, or a redirector's clock is wrong.
// Shipped visits are read all the same, and kept for the topic's retention.

import { startKafka, type TestKafka } from '@kurz/backends';
import {
  decodeChunk,
  ensureTopics,
  openKafka,
  openStreamOffsets,
  openStreamReader,
  type StreamSession,
} from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { until } from '../../until';
import { append, makeShipFixture, visitLines } from '../ship/ship-fixture';
import { openTestedClient, TESTED } from '../../tested-client';

const HOUR_MS = 3_600_000;
const TIMEOUT = { ms: 60_000 };

let kafka: TestKafka;
let fixture: ReturnType<typeof makeShipFixture>;
beforeAll(async () => {
  const settings = {
    'compression.type': 'lz4',
    // messages beyond the retention are removed at once
    'log.retention.check.interval.ms': 200,
    'log.initial.task.delay.ms': 200,
  };
  kafka = await startKafka({ settings });
  fixture = makeShipFixture();
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await fixture?.close();
  await kafka?.close();
});

/** Ships some lines into a new topic with a retention of an hour. */
async function ship(topic: string): Promise<string[]> {
  const settings = { topic, deadTopic: `${topic}.dead`, partitions: 1, replication: 1, retentionMs: HOUR_MS };
  await ensureTopics({ brokers: kafka.brokers, clientId: 'test', client: TESTED }, settings);
  const lines = visitLines(500);
  const writer = await fixture.openWriter(topic);
  await append(writer, lines);
  const shipper = fixture.startShipper(topic, { brokers: kafka.brokers, clientId: 'test' }, topic);
  await until(() => shipper.state.position === writer.end(), TIMEOUT);
  await shipper.close(TIMEOUT.ms);
  return lines;
}

/** Waits for a retention run, until an old message in another topic is gone. */
async function untilRetention(): Promise<void> {
  const client = openKafka({ brokers: kafka.brokers, clientId: 'test' }, { log: silentLog });
  const [admin, producer] = [client.admin(), client.producer()];
  await Promise.all([admin.connect(), producer.connect()]);
  const configEntries = [{ name: 'retention.ms', value: String(HOUR_MS) }];
  await admin.createTopics({ topics: [{ topic: 'old', configEntries }] });
  const timestamp = String(Date.now() - 5 * HOUR_MS);
  await producer.send({ topic: 'old', messages: [{ value: 'old', timestamp }] });
  await until(async () => Number((await admin.fetchTopicOffsets('old'))[0]?.low) === 1, TIMEOUT);
  await Promise.all([admin.disconnect(), producer.disconnect()]);
}

/** Reads the topic as ingesters do. */
async function expectRead(topic: string, lines: readonly string[]): Promise<void> {
  const client = openTestedClient(kafka.brokers);
  const offsets = openStreamOffsets({ kafka: client }, { topic });
  let session: StreamSession | undefined;
  const onSession = (given: StreamSession) => void (session = given);
  const reader = openStreamReader(
    { kafka: client, offsets, log: silentLog, onSession },
    { topic, groupId: topic, sessionTimeoutMs: 30_000 },
  );
  const linesNow = async () => {
    const messages = (await session?.messagesFrom(0)) ?? [];
    return messages.flatMap((message) => {
      const decoded = decodeChunk(message);
      return decoded.kind === 'chunk' ? decoded.chunk.lines.toString('latin1').split('\n') : [];
    });
  };
  try {
    await until(async () => (await linesNow()).length >= lines.length, TIMEOUT);
    expect(await linesNow()).toEqual(lines);
  } finally {
    await Promise.all([reader.close(), offsets.close()]);
  }
}

it('visits are read where brokers compress what comes in a way of their own', async () => {
  const lines = await ship('compressed');
  await expectRead('compressed', lines);
});

it('visits of a redirector whose clock is behind are kept as long as all others', async () => {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now - 5 * HOUR_MS);
  const lines = await ship('behind');
  jest.restoreAllMocks();
  await untilRetention();
  await expectRead('behind', lines);
});

it('visits of a redirector whose clock is ahead are shipped', async () => {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now + 5 * HOUR_MS);
  const lines = await ship('ahead');
  jest.restoreAllMocks();
  await expectRead('ahead', lines);
});
