// How far a journal is shipped. The offset of its group in Kafka is the journal position. The metadata hold the
// shipper, the last position of each partition, and the heartbeat.

import type { GroupOffset } from '../admin/stream-admin';
import { journalGroupOf } from './journal-group';
import type { ShippedOffset } from './journal-transactions';

/** Committed repeatedly by a shipper, so that no day is final while the shipper still has visits of that day. */
export type JournalHeartbeat = {
  /** Every visit that was answered before this time is shipped, ms; 0 when that is not yet known. */
  until: number;
  /** When it was committed, ms. */
  at: number;
  /** True when the journal is shipped to its end and has no writer: no more heartbeats are expected. */
  isAtRest: boolean;
};

export type JournalProgress = {
  /** Journal position after the last line shipped. */
  position: number;
  /** Id of the shipper that committed it; empty when an operator set it. */
  shipper: string;
  /** `last` of the journal's newest message in each partition, as far as known. */
  lasts: ReadonlyMap<number, number>;
  /** Undefined when an operator or an earlier release committed it. */
  heartbeat?: JournalHeartbeat;
};

/** Kafka refuses more than 4,096 bytes (offset.metadata.max.bytes). */
const MAX_METADATA = 4_000;
/** The partition of the topic that holds the offset; the topic has at least this one. */
const OFFSET_PARTITION = 0;

// the heartbeat's key in the metadata is `sign`, as earlier releases wrote it
function metadataOf({ shipper, lasts, heartbeat }: JournalProgress): string {
  // entries that do not fit are dropped, oldest first: a consumer then takes the next message there unchecked
  const newestFirst = [...lasts].sort(([, a], [, b]) => b - a);
  for (let kept = newestFirst.length; ; kept = Math.floor(kept / 2)) {
    const text = JSON.stringify({
      shipper,
      sign: heartbeat,
      lasts: Object.fromEntries(newestFirst.slice(0, kept)),
    });
    if (text.length <= MAX_METADATA || kept === 0) return text;
  }
}

/** What a transaction commits as the group's offset. */
export const offsetOf = (topic: string, journal: string, progress: JournalProgress): ShippedOffset => ({
  groupId: journalGroupOf(journal),
  topic,
  partition: OFFSET_PARTITION,
  offset: progress.position,
  metadata: metadataOf(progress),
});

function heartbeatOf(value: unknown): JournalHeartbeat | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { until, at, isAtRest }: { until?: unknown; at?: unknown; isAtRest?: unknown } = value;
  if (typeof until !== 'number' || typeof at !== 'number') return undefined;
  return { until, at, isAtRest: isAtRest === true };
}

function parse(metadata: string): Omit<JournalProgress, 'position'> {
  const nothing = { shipper: '', lasts: new Map<number, number>() };
  if (!metadata) return nothing;
  try {
    const value: unknown = JSON.parse(metadata);
    if (typeof value !== 'object' || value === null) return nothing;
    const { shipper, lasts, sign }: { shipper?: unknown; lasts?: unknown; sign?: unknown } = value;
    const heartbeat = heartbeatOf(sign);
    const entries = typeof lasts === 'object' && lasts !== null ? Object.entries(lasts) : [];
    return {
      shipper: typeof shipper === 'string' ? shipper : '',
      lasts: new Map(entries.map(([partition, last]) => [Number(partition), Number(last)])),
      ...(heartbeat && { heartbeat }),
    };
  } catch {
    return nothing;
  }
}

/** The progress in what Kafka answers for the group; undefined when it has no offset. */
export function progressOf(offsets: readonly GroupOffset[]): JournalProgress | undefined {
  const found = offsets.find(({ partition }) => partition === OFFSET_PARTITION);
  if (!found || found.offset < 0) return undefined;
  return { position: found.offset, ...parse(found.metadata) };
}
