import { answerInstead, startKafka, type TestKafka } from '@kurz/backends';
import { ensureTopics, openKafka, type TopicSettings } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { ConfigResourceTypes, type Admin } from 'kafkajs';
import { TESTED } from '../../tested-client';

let kafka: TestKafka;
let admin: Admin;
const wanted: TopicSettings = {
  topic: 'clicks',
  deadTopic: 'clicks.dead',
  partitions: 2,
  replication: 1,
  retentionMs: 86_400_000,
};
/** The request versions that the two clients use. */
const DESCRIBE_CONFIGS = { api: 32, versions: [1, 2, 4] };
const CREATE_TOPICS = { api: 19, versions: [] };
const UNKNOWN_TOPIC = 3;

/** A broker's answer for an unknown topic: no throttling, one resource, the error, no message, no entries. */
function unknownTopic(name: string): Buffer {
  if (TESTED === 'platformatic') {
    // from version 4 on, lengths are one more and absent values 0; tagged fields end the header and the body
    const flexible = Buffer.from([0, 0, 0, 0, 0, 2, 0, UNKNOWN_TOPIC, 0, ConfigResourceTypes.TOPIC]);
    const length = Buffer.from([name.length + 1]);
    return Buffer.concat([flexible, length, Buffer.from(name), Buffer.from([1, 0, 0])]);
  }
  const head = Buffer.alloc(13);
  head.writeInt32BE(1, 4);
  head.writeInt16BE(UNKNOWN_TOPIC, 8);
  head.writeInt16BE(-1, 10);
  head.writeInt8(ConfigResourceTypes.TOPIC, 12);
  const length = Buffer.alloc(2);
  length.writeInt16BE(name.length);
  return Buffer.concat([head, length, Buffer.from(name), Buffer.alloc(4)]);
}

const ensure = (settings: TopicSettings) =>
  ensureTopics({ brokers: kafka.brokers, clientId: 'test', client: TESTED }, settings).then((changes) =>
    changes.map(({ change }) => change),
  );

async function configOf(name: string): Promise<Map<string, string>> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name }],
  });
  return new Map(resources[0]?.configEntries.map((entry) => [entry.configName, entry.configValue]));
}

beforeAll(async () => {
  kafka = await startKafka({ isBehindProxy: true });
  admin = openKafka({ brokers: kafka.brokers, clientId: 'test' }, { log: silentLog }).admin();
  await admin.connect();
});
afterEach(() => kafka.proxy?.heal());
afterAll(async () => {
  await admin?.disconnect();
  await kafka?.close();
});

describe('ensureTopics', () => {
  it('makes the topics as the settings say, and changes nothing when asked again', async () => {
    expect(await ensure(wanted)).toEqual(['created', 'created']);
    expect(await ensure(wanted)).toEqual(['unchanged', 'unchanged']);
    const config = await configOf('clicks');
    expect(config.get('retention.ms')).toBe('86400000');
    expect(config.get('segment.ms')).toBe('86400000');
    expect(config.get('min.insync.replicas')).toBe('1');
    expect(config.get('unclean.leader.election.enable')).toBe('false');
  });

  it('adds partitions, never takes them, and sets a new retention beside what an operator has set', async () => {
    await admin.alterConfigs({
      validateOnly: false,
      resources: [
        {
          type: ConfigResourceTypes.TOPIC,
          name: 'clicks',
          configEntries: [{ name: 'segment.bytes', value: '16777216' }],
        },
      ],
    });
    expect(await ensure({ ...wanted, partitions: 5, retentionMs: 3_600_000 })).toEqual([
      'partitions_added',
      'configured',
    ]);
    expect(await ensure({ ...wanted, retentionMs: 3_600_000 })).toEqual([
      'more_partitions_than_asked',
      'unchanged',
    ]);
    const { topics } = await admin.fetchTopicMetadata({ topics: ['clicks'] });
    expect(topics[0]?.partitions).toHaveLength(5);
    const config = await configOf('clicks');
    expect(config.get('retention.ms')).toBe('3600000');
    expect(config.get('segment.ms')).toBe('3600000');
    expect(config.get('segment.bytes')).toBe('16777216');
  });

  it('lets no visit stay longer than the retention and a day, however few come', async () => {
    await ensure({ ...wanted, topic: 'long', deadTopic: 'long.dead', retentionMs: 7 * 86_400_000 });
    for (const topic of ['long', 'long.dead'])
      expect((await configOf(topic)).get('segment.ms')).toBe('86400000');
  });

  it('asks again while a broker does not know yet of the topic that was made', async () => {
    const fresh = { ...wanted, topic: 'fresh', deadTopic: 'fresh.dead' };
    await ensure(fresh);
    const forged = answerInstead(DESCRIBE_CONFIGS, [unknownTopic('fresh'), unknownTopic('fresh')]);
    kafka.proxy?.interfere(forged.make);
    expect(await ensure({ ...fresh, retentionMs: 3_600_000 })).toEqual(['configured', 'configured']);
    expect(forged.answered()).toBe(2);
  });

  it('does not ask again when Kafka refuses for good, and says why', async () => {
    const replicated = { ...wanted, topic: 'replicated', deadTopic: 'replicated.dead', replication: 2 };
    const watched = answerInstead(CREATE_TOPICS, []);
    kafka.proxy?.interfere(watched.make);
    await expect(ensure(replicated)).rejects.toThrow(
      /the topic replicated: INVALID_REPLICATION_FACTOR: .*[Rr]eplication.?factor/,
    );
    expect(watched.asked()).toBe(1);
  });

  it('may be run twice at once', async () => {
    const other = { ...wanted, topic: 'twice', deadTopic: 'twice.dead' };
    const changes = await Promise.all([ensure(other), ensure(other)]);
    expect(changes.flat().filter((change) => change === 'created')).toHaveLength(2);
    const more = { ...other, partitions: 9 };
    const raised = await Promise.all([ensure(more), ensure(more), ensure(more)]);
    expect(raised.flat().filter((change) => change === 'partitions_added')).toHaveLength(1);
    const { topics } = await admin.fetchTopicMetadata({ topics: ['twice'] });
    expect(topics[0]?.partitions).toHaveLength(9);
  });
});

it('a connection that rests keeps no timer running, and a connect warns of no negative one', async () => {
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(warning.name);
  process.on('warning', note);
  const resting = openKafka({ brokers: kafka.brokers, clientId: 'rest' }, { log: silentLog }).admin();
  await resting.connect();
  await resting.listTopics();
  const timer = jest.spyOn(globalThis, 'setTimeout');
  await new Promise((resolve) => setImmediate(resolve));
  const before = timer.mock.calls.length;
  const endAt = performance.now() + 300;
  while (performance.now() < endAt) await new Promise((resolve) => setImmediate(resolve));
  expect(timer.mock.calls.length - before).toBeLessThan(5);
  timer.mockRestore();
  await resting.disconnect();
  process.off('warning', note);
  expect(warnings).not.toContain('TimeoutNegativeWarning');
});
