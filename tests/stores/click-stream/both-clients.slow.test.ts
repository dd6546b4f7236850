// An installation changes its Kafka client one process at a time. Members with either client share one group. A shipper
// with one client takes over a journal from a shipper with the other. Both clients see and create the same topics.

import { openTestKafka, readTopic, type SharedKafka } from '@kurz/backends';
import {
  ensureTopics,
  isKafkaAway,
  openJournalShip,
  openStreamClient,
  openStreamOffsets,
  openStreamReader,
  readStreamState,
  setJournalProgress,
  journalGroupOf,
  openKafka,
  type KafkaClientName,
  type StreamReader,
  type TopicSettings,
} from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { ConfigResourceTypes, ConfigSource } from 'kafkajs';
import { makeTopic } from '../ship/ship-fixture';
import { TESTED } from '../../tested-client';
import { until } from '../../until';

const CLIENTS: KafkaClientName[] = ['kafkajs', 'platformatic'];
const PARTITIONS = 4;
const HOUR_MS = 3_600_000;
const HEARTBEAT = { until: 0, at: 0, isAtRest: false };

// only kafkajs runs on every Node
const hasBoth = TESTED === 'platformatic';
const describeBoth = hasBoth ? describe : describe.skip;
if (!hasBoth) console.log('skipped: platformatic.slow.test.ts runs it, on the Node that both clients need');

let kafka: SharedKafka;
const closes: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  kafka = await openTestKafka();
});
afterAll(async () => {
  for (const close of closes.reverse()) await close();
  await kafka?.close();
});

const optionsOf = (client: KafkaClientName) => ({
  brokers: kafka.brokers,
  clientId: `test-${client}`,
  client,
});
const clientOf = (client: KafkaClientName) => openStreamClient(optionsOf(client), { log: silentLog });

function openReader(client: KafkaClientName, topic: string): StreamReader {
  const opened = clientOf(client);
  const offsets = openStreamOffsets({ kafka: opened }, { topic });
  closes.push(offsets.close);
  return openStreamReader(
    { kafka: opened, offsets, log: silentLog, onSession: () => undefined },
    { topic, groupId: topic, sessionTimeoutMs: 6_000 },
  );
}

describeBoth('members with different clients', () => {
  it.each([CLIENTS, [...CLIENTS].reverse()])(
    'share the partitions, %s the first and %s the second; the one that stays gets all',
    async (first, second) => {
      const topic = kafka.own(`shared-${first}`);
      await makeTopic(kafka.brokers, topic, PARTITIONS);
      const one = openReader(first, topic);
      await until(() => one.partitions()?.length === PARTITIONS);
      const other = openReader(second, topic);
      closes.push(other.close);
      const halves = () => [one, other].map((reader) => reader.partitions() ?? []);
      await until(() => halves().every((half) => half.length === PARTITIONS / 2));
      expect(halves().flat().sort()).toEqual([0, 1, 2, 3]);
      await one.close();
      await until(() => other.partitions()?.length === PARTITIONS);
    },
  );
});

describeBoth('shippers with different clients', () => {
  it('take a journal over from each other where it stands, and fence the one before', async () => {
    const topic = kafka.own('taken-over');
    const journal = kafka.own('journal');
    await makeTopic(kafka.brokers, topic, 1);
    const open = async (client: KafkaClientName, shipper: string) => {
      const opened = await openJournalShip(clientOf(client), { topic, journal, shipper }, undefined);
      if (opened.kind !== 'opened') throw new Error('the journal is taken');
      closes.push(opened.ship.close);
      return opened.ship;
    };
    const shipLine = (ship: Awaited<ReturnType<typeof open>>, text: string) => {
      const from = ship.found ?? { position: 0, shipper: '', lasts: new Map<number, number>() };
      const line = { lines: Buffer.from(text), to: from.position + 10 };
      return ship.ship(
        from,
        (position) => Promise.resolve(position === from.position ? line : undefined),
        () => HEARTBEAT,
      );
    };
    for (const [turn, client] of [...CLIENTS, ...CLIENTS].entries()) {
      const ship = await open(client, `shipper-${turn}`);
      expect(ship.found?.position).toBe(turn === 0 ? undefined : turn * 10);
      expect(ship.found?.lasts.get(0)).toBe(turn === 0 ? undefined : turn * 10);
      await shipLine(ship, `line ${turn}`);
    }
    const frozen = await open('kafkajs', 'frozen');
    await open('platformatic', 'successor');
    await expect(shipLine(frozen, 'zombie')).rejects.toThrow(/epoch|fenced|newer producer/i);
    const late = await open('platformatic', 'late');
    await open('kafkajs', 'last');
    await expect(shipLine(late, 'zombie')).rejects.toThrow(/epoch|fenced|newer producer/i);
    const { committed } = await readTopic(kafka.brokers[0] ?? '', topic);
    expect(committed.map(({ value }) => String(value))).toEqual(['line 0', 'line 1', 'line 2', 'line 3']);
  });
});

/** Makes the topic keep the timestamps of the sender. Its other settings stay. */
async function takeGivenTimes(topic: string): Promise<void> {
  const admin = openKafka(optionsOf('kafkajs'), { log: silentLog }).admin();
  await admin.connect();
  const resource = { type: ConfigResourceTypes.TOPIC, name: topic };
  const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [resource] });
  const set = (resources[0]?.configEntries ?? [])
    .filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG)
    .map(({ configName, configValue }) => ({ name: configName, value: configValue }))
    .filter(({ name }) => name !== 'message.timestamp.type');
  const configEntries = [...set, { name: 'message.timestamp.type', value: 'CreateTime' }];
  await admin.alterConfigs({ validateOnly: false, resources: [{ ...resource, configEntries }] });
  await admin.disconnect();
}

describeBoth('topics', () => {
  const wanted = (name: string): TopicSettings => ({
    topic: kafka.own(name),
    deadTopic: kafka.own(`${name}-dead`),
    partitions: PARTITIONS,
    replication: 1,
    retentionMs: 86_400_000,
  });
  const ensure = async (client: KafkaClientName, settings: TopicSettings) => {
    const changes = await ensureTopics(optionsOf(client), settings);
    return changes.map(({ change }) => change);
  };

  it.each([CLIENTS, [...CLIENTS].reverse()])(
    'that %s makes and changes are for %s as they are to be, and both say the same of them',
    async (first = 'kafkajs', second = 'kafkajs') => {
      const settings = wanted(`made-by-${first}`);
      const changed = { ...settings, partitions: PARTITIONS + 1, retentionMs: 7_200_000 };
      expect(await ensure(first, settings)).toEqual(['created', 'created']);
      expect(await ensure(second, settings)).toEqual(['unchanged', 'unchanged']);
      expect(await ensure(first, changed)).toEqual(['partitions_added', 'configured']);
      expect(await ensure(second, changed)).toEqual(['unchanged', 'unchanged']);

      const { topic } = settings;
      const reader = openReader(second, topic);
      await until(() => reader.partitions()?.length === PARTITIONS + 1);
      await setJournalProgress(clientOf(second), { topic, journal: topic, position: 7 });
      const asked = { ...settings, deadTopic: kafka.own('nowhere'), replication: 2 };
      const names = [topic, journalGroupOf(topic), kafka.own('no-group')];
      await takeGivenTimes(topic);
      const producer = openKafka(optionsOf('kafkajs'), { log: silentLog }).producer();
      await producer.connect();
      const written = [HOUR_MS, HOUR_MS, 0].map((ago) => String(Date.now() - ago));
      const messages = written.map((timestamp, at) => ({ partition: 1 + (at % 2), value: 'x', timestamp }));
      await producer.send({ topic, messages });
      await producer.disconnect();
      const groups = { names, lateBefore: Date.now() - HOUR_MS / 2 };
      const [one, other] = await Promise.all(
        CLIENTS.map((client) => readStreamState(optionsOf(client), asked, groups)),
      );
      expect(other).toEqual(one);
      expect(one?.brokers).toBe(1);
      expect(one?.brokerSettings?.get('auto.create.topics.enable')).toBe('false');
      expect(one?.groups.map(({ members }) => members)).toEqual([1, 0, 0]);
      expect(one?.groups.map(({ lag, late }) => [lag, late])).toEqual(names.map(() => [3, 2]));
      expect(one?.topics).toMatchObject([
        {
          partitions: Array.from({ length: PARTITIONS + 1 }, () => ({ replicas: 1, inSync: 1 })),
          differing: [
            { name: 'retention.ms', wanted: '86400000', found: '7200000' },
            { name: 'segment.ms', wanted: '86400000', found: '7200000' },
            { name: 'message.timestamp.type', wanted: 'LogAppendTime', found: 'CreateTime' },
          ],
        },
        { partitions: undefined },
      ]);
      await reader.close();
    },
  );

  it.each<[string, Partial<TopicSettings>]>([
    ['INVALID_REPLICATION_FACTOR', { replication: 2 }],
    ['INVALID_PARTITIONS', { partitions: -5 }],
    ['INVALID_CONFIG', { retentionMs: -5 }],
    ['INVALID_TOPIC_EXCEPTION', { topic: 'no topic/' }],
  ])('are refused by both with %s, and not for a moment', async (name, change) => {
    for (const client of CLIENTS) {
      const error: unknown = await ensure(client, { ...wanted(`refused-${client}`), ...change }).catch(
        (refused: unknown) => refused,
      );
      expect(error).toMatchObject({
        message: expect.stringMatching(`^Kafka does not make the topic .*: ${name}: .`) as string,
        cause: { type: name },
      });
      expect(isKafkaAway(error)).toBe(false);
    }
  });
});
