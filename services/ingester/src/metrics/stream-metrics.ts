// The additional metrics of an ingester on Kafka.

import type { Metrics } from '@kurz/process';
import type { ConsumerName } from '../source/consumer-name';

const SEQUENCE_FAULTS = ['gap', 'repeat'] as const;
type SequenceFaultKind = (typeof SEQUENCE_FAULTS)[number];

export type StreamMetrics = {
  /** Time of a visit that is in ClickHouse now. */
  consolidated: (time: number) => void;
  intent: (partition: number, isOpen: boolean) => void;
  deadLetters: (letters: number) => void;
  /** This process consolidates the partition from now on. */
  owns: (partition: number) => void;
  sequenceFault: (kind: SequenceFaultKind, partition: number) => void;
  /** A consumer has taken a batch that another one aggregated. */
  shared: (consumer: ConsumerName) => void;
  /** Messages of a partition that shards have missed and still lack, by shard. */
  missed: (partition: number, messages: ReadonlyMap<number, number>) => void;
  /** Journals for which `final` waits. */
  journalsHeldBack: (journals: number) => void;
  /** Journals of a partition with lines that were shipped and not consolidated. */
  unaccounted: (partition: number, journals: number) => void;
};

export type Lag = { consumer: ConsumerName; partition: number; messages: number };

/** For how long a consumer's slowest partition has lacked messages that Kafka holds. */
export type Staleness = { consumer: ConsumerName; seconds: number };

type Sources = { now: () => number; lags: () => readonly Lag[]; staleness: () => readonly Staleness[] };

function gaugeMissed(metrics: Metrics): StreamMetrics['missed'] {
  const missed = new Map<number, ReadonlyMap<number, number>>();
  metrics.gauge(
    'ingester_missed_messages',
    'Messages of the click stream that a ClickHouse shard missed while it was down and still lacks; shards count from 1',
    ['shard'],
    (gauge) => {
      gauge.reset();
      for (const messages of missed.values())
        for (const [shard, count] of messages) gauge.inc({ shard: shard + 1 }, count);
    },
  );
  return (partition, messages) => void missed.set(partition, messages);
}

export function makeStreamMetrics(metrics: Metrics, { now, lags, staleness }: Sources): StreamMetrics {
  const open = new Set<number>();
  let newest: number | undefined;
  metrics.gauge(
    'ingester_lag',
    'Messages of the click stream that a consumer has not counted yet',
    ['consumer', 'partition'],
    (gauge) => {
      gauge.reset();
      for (const { consumer, partition, messages } of lags()) gauge.set({ consumer, partition }, messages);
    },
  );
  metrics.gauge(
    'ingester_stale_seconds',
    'How long a consumer has lacked visits that Kafka holds; 0 when it has all',
    ['consumer'],
    (gauge) => staleness().forEach(({ consumer, seconds }) => gauge.set({ consumer }, seconds)),
    'max',
  );
  metrics.gauge(
    'ingester_newest_visit_age_seconds',
    'Age of the newest visit that this process has written to ClickHouse',
    [],
    (gauge) => {
      if (newest !== undefined) gauge.set(Math.max(0, (now() - newest) / 1_000));
    },
  );
  const openIntents = 'Batch intents that are recorded and not yet committed';
  metrics.gauge('ingester_open_intents', openIntents, [], (gauge) => gauge.set(open.size));
  // its former name, for one release
  metrics.gauge('ingester_open_plans', 'Former name of ingester_open_intents', [], (gauge) =>
    gauge.set(open.size),
  );
  const dead = metrics.counter('ingester_dead_letters', 'Messages and lines sent to the dead-letter topic');
  const sequenceFaults = metrics.counter(
    'ingester_sequence_faults',
    'Gaps and repeats in the journals of the click stream; each is a visit lost or counted twice',
    ['kind', 'partition'],
  );
  // its former name, for one release
  const disorder = metrics.counter('ingester_stream_disorder', 'Former name of ingester_sequence_faults', [
    'kind',
    'partition',
  ]);
  const shared = metrics.counter(
    'ingester_shared_batches',
    'Batches of a backlog that were aggregated for another consumer',
    ['consumer'],
  );
  const heldBack = metrics.gauge(
    'ingester_final_waits_for_journals',
    'Journals that have not shipped for so long that days do not become final',
  );
  const missing = new Map<number, number>();
  metrics.gauge(
    'ingester_unaccounted_journals',
    'Journals with lines that were shipped to Kafka but not consolidated, summed over the partitions',
    [],
    (gauge) => gauge.set([...missing.values()].reduce((sum, journals) => sum + journals, 0)),
  );
  return {
    missed: gaugeMissed(metrics),
    unaccounted: (partition, journals) => void missing.set(partition, journals),
    consolidated: (time) => void (newest = Math.max(newest ?? 0, time)),
    intent: (partition, isOpen) => void (isOpen ? open.add(partition) : open.delete(partition)),
    deadLetters: (letters) => dead.inc(letters),
    // an alert sees a counter rise, but not a new counter appear
    owns: (partition) =>
      SEQUENCE_FAULTS.forEach((kind) => {
        sequenceFaults.inc({ kind, partition }, 0);
        disorder.inc({ kind, partition }, 0);
      }),
    sequenceFault: (kind, partition) => {
      sequenceFaults.inc({ kind, partition });
      disorder.inc({ kind, partition });
    },
    shared: (consumer) => shared.inc({ consumer }),
    journalsHeldBack: (journals) => heldBack.set(journals),
  };
}
