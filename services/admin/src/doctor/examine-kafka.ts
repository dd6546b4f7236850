// Examines Kafka: whether topics match the settings, how long brokers keep offsets and transactional ids, whether
// ingesters read, and which journals are silent.

import {
  openJournalHeartbeats,
  openStreamClient,
  readStreamState,
  type GroupState,
  type KafkaOptions,
  type StreamState,
  type TopicSettings,
  type TopicState,
} from '@kurz/click-stream';
import { NOTHING_AWAITED, type Db } from '@kurz/database';
import { silentLog } from '@kurz/process';
import { within } from '@kurz/resilience';
import { connectionFinding } from './connection-finding';
import { finding, type Examined, type Finding } from './finding';

/** Long enough for an absent broker, which is tried three times, for 3 s each. */
const TIMEOUT_MS = 15_000;

/** This group's positions are published in PostgreSQL. The other groups keep theirs in the stores that they write. */
const CONSOLIDATE = 'kurz-consolidate';
/** The groups of the three consumers of the click stream. */
const GROUPS = [CONSOLIDATE, 'kurz-hits', 'kurz-live'];
/** The timeout of a redirector's transactions, ms. */
const TRANSACTION_MS = 60_000;
const OFFSETS_MINUTES = 43_200;
const TRANSACTIONAL_ID_MS = 2_147_483_647;
/** The threshold of the alert CountsFallBehind. The longest linger is half of it. */
const LATE_MS = 600_000;
/** The default of KURZ_FINAL_AFTER_MS. A journal that is silent for longer keeps days from becoming final. */
const SILENT_MS = 900_000;

function findInTopic({ name: topic, wanted, partitions, differing }: TopicState): Finding[] {
  if (!partitions) return [finding('kafka_topic_missing', { topic })];
  const findings: Finding[] = [];
  const count = partitions.length;
  if (count < wanted.partitions)
    findings.push(finding('kafka_few_partitions', { topic, found: count, wanted: wanted.partitions }));
  const headless = partitions.filter(({ leader }) => leader < 0).length;
  if (headless > 0) findings.push(finding('kafka_partition_without_leader', { topic, partitions: headless }));
  const short = partitions.filter(({ replicas, inSync }) => inSync < replicas).length;
  if (short > 0) findings.push(finding('kafka_under_replicated', { topic, partitions: short }));
  const copies = Math.min(...partitions.map(({ replicas }) => replicas));
  if (copies < wanted.replication)
    findings.push(finding('kafka_few_copies', { topic, found: copies, wanted: wanted.replication }));
  const facts = differing.map(({ name, ...values }) => ({ topic, setting: name, ...values }));
  return [...findings, ...facts.map((fact) => finding('kafka_topic_configured_otherwise', fact))];
}

function findInBrokers(settings: StreamState['brokerSettings'], copies: number): Finding[] {
  if (!settings) return [];
  const findings: Finding[] = [];
  const number = (name: string) => Number(settings.get(name) ?? NaN);
  const minutes = number('offsets.retention.minutes');
  if (minutes < OFFSETS_MINUTES) findings.push(finding('kafka_forgets_offsets', { minutes }));
  const idMs = number('transactional.id.expiration.ms');
  if (idMs < TRANSACTIONAL_ID_MS) findings.push(finding('kafka_forgets_transactional_ids', { ms: idMs }));
  const longestMs = number('transaction.max.timeout.ms');
  if (longestMs < TRANSACTION_MS)
    findings.push(finding('kafka_transactions_too_short', { ms: longestMs, wanted: TRANSACTION_MS }));
  for (const setting of ['offsets.topic.replication.factor', 'transaction.state.log.replication.factor']) {
    const found = number(setting);
    if (found < copies)
      findings.push(finding('kafka_few_copies_of_offsets', { setting, found, wanted: copies }));
  }
  if (settings.get('auto.create.topics.enable') === 'true') findings.push(finding('kafka_makes_topics'));
  return findings;
}

/** `published`: positions by partition in PostgreSQL. Until the first commit it is the beginning of the partition. */
function findInGroup(
  { group, members, late, uncommitted }: GroupState,
  published: ReadonlyMap<number, number>,
): Finding[] {
  const findings: Finding[] = [];
  if (members === 0) findings.push(finding('ingester_absent', { group }));
  if (late > 0) findings.push(finding('ingester_lags', { group, messages: late }));
  const isCounted = ({ partition, begin }: { partition: number; begin: number }) =>
    (published.get(partition) ?? begin) !== begin;
  const isLost = group === CONSOLIDATE && uncommitted.some(isCounted);
  if (isLost) findings.push(finding('stream_position_lost', { group }));
  return findings;
}

async function findSilentJournals(options: KafkaOptions, topic: string): Promise<Finding[]> {
  const heartbeats = openJournalHeartbeats(
    { kafka: openStreamClient(options, { log: silentLog }) },
    { topic },
  );
  try {
    const now = Date.now();
    return [...(await heartbeats.read())].flatMap(([journal, { at, isAtRest }]) =>
      isAtRest || now - at < SILENT_MS
        ? []
        : [finding('journal_silent', { journal, seconds: Math.round((now - at) / 1_000) })],
    );
  } finally {
    await heartbeats.close();
  }
}

/** `isAwaited`: more visits may come, so days wait for the partition before they are final. */
type Published = { partition: number; position: number; isAwaited: boolean };

async function publishedPositions(db: Db): Promise<Published[]> {
  const found = await db
    .selectFrom('stream_progress')
    .select(['stream_partition as partition', 'position', 'consolidated_until'])
    .execute()
    // examinePostgres reports the failure
    .catch(() => []);
  const finished = Date.parse(NOTHING_AWAITED);
  return found.map(({ consolidated_until, ...row }) => ({
    ...row,
    isAwaited: consolidated_until.getTime() < finished,
  }));
}

/** A topic that was made anew may have fewer partitions than the old one. */
function findInPartitions(topic: TopicState, published: readonly Published[]): Finding[] {
  const count = topic.partitions?.length ?? Infinity;
  return published
    .filter(({ partition, isAwaited }) => isAwaited && partition >= count)
    .map(({ partition }) => finding('kafka_partition_gone', { topic: topic.name, partition }));
}

async function inspect(options: KafkaOptions, topics: TopicSettings, db: Db): Promise<Examined> {
  const state = await readStreamState(options, topics, {
    names: GROUPS,
    lateBefore: Date.now() - LATE_MS,
  });
  const published = await publishedPositions(db);
  const positions = new Map(published.map(({ partition, position }) => [partition, position]));
  const stream = state.topics.find(({ name }) => name === topics.topic);
  const findings = [
    ...state.topics.flatMap(findInTopic),
    ...findInBrokers(state.brokerSettings, topics.replication),
    ...state.groups.flatMap((group) => findInGroup(group, positions)),
    ...(stream ? findInPartitions(stream, published) : []),
    ...(stream?.partitions ? await findSilentJournals(options, topics.topic) : []),
  ];
  const lag = state.groups.reduce((sum, group) => Math.max(sum, group.lag), 0);
  const seen = `Kafka with ${state.brokers} brokers, ${stream?.partitions?.length ?? 0} partitions, ${lag} messages to count`;
  return { kind: 'examined', part: 'kafka', seen, findings };
}

export async function examineKafka(options: KafkaOptions, topics: TopicSettings, db: Db): Promise<Examined> {
  try {
    return await within(TIMEOUT_MS, inspect(options, topics, db));
  } catch (error) {
    const findings = [connectionFinding('kafka', error)];
    return { kind: 'examined', part: 'kafka', seen: 'Kafka', findings };
  }
}
