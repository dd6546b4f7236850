// How far a journal is shipped, as the offset of its group in Kafka says it: the offset is the journal position, its
// metadata say who committed it, what the last position of each partition is, and up to which time all is shipped.

import { journalGroupOf } from './journal-group';

/** What a shipper says of the time, again and again, so that nobody calls a day final whose visits it still holds. */
export type JournalSign = {
  /** Every visit that was answered before it is shipped, ms; 0 when that cannot be said yet. */
  until: number;
  /** When it was said, ms. */
  at: number;
  /** True when the journal was shipped to its end and nobody writes it: nothing is awaited of it. */
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
  sign?: JournalSign;
};

/** Kafka refuses more than 4,096 bytes (offset.metadata.max.bytes). */
const MOST_METADATA = 4_000;
/** Which partition of the topic the offset stands at; the topic has at least this one. */
const OFFSET_PARTITION = 0;

function metadataOf({ shipper, lasts, sign }: JournalProgress): string {
  // what does not fit is forgotten, oldest first: a consumer then takes the next message there on trust
  const newestFirst = [...lasts].sort(([, a], [, b]) => b - a);
  for (let kept = newestFirst.length; ; kept = Math.floor(kept / 2)) {
    const text = JSON.stringify({ shipper, sign, lasts: Object.fromEntries(newestFirst.slice(0, kept)) });
    if (text.length <= MOST_METADATA || kept === 0) return text;
  }
}

/** What a transaction's `sendOffsets` takes. */
export const offsetsOf = (topic: string, journal: string, progress: JournalProgress) => {
  const offset = {
    partition: OFFSET_PARTITION,
    offset: String(progress.position),
    metadata: metadataOf(progress),
  };
  return { consumerGroupId: journalGroupOf(journal), topics: [{ topic, partitions: [offset] }] };
};

function signOf(value: unknown): JournalSign | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { until, at, isAtRest }: { until?: unknown; at?: unknown; isAtRest?: unknown } = value;
  if (typeof until !== 'number' || typeof at !== 'number') return undefined;
  return { until, at, isAtRest: isAtRest === true };
}

function parse(metadata: string | null): Omit<JournalProgress, 'position'> {
  const nothing = { shipper: '', lasts: new Map<number, number>() };
  if (!metadata) return nothing;
  try {
    const value: unknown = JSON.parse(metadata);
    if (typeof value !== 'object' || value === null) return nothing;
    const { shipper, lasts, sign }: { shipper?: unknown; lasts?: unknown; sign?: unknown } = value;
    const said = signOf(sign);
    const entries = typeof lasts === 'object' && lasts !== null ? Object.entries(lasts) : [];
    return {
      shipper: typeof shipper === 'string' ? shipper : '',
      lasts: new Map(entries.map(([partition, last]) => [Number(partition), Number(last)])),
      ...(said && { sign: said }),
    };
  } catch {
    return nothing;
  }
}

/** The progress in what Kafka answers for the group; undefined when it has no offset. */
export function progressOf(
  answer: { partitions: { partition: number; offset: string; metadata: string | null }[] }[],
): JournalProgress | undefined {
  const found = answer[0]?.partitions.find(({ partition }) => partition === OFFSET_PARTITION);
  const position = Number(found?.offset ?? -1);
  if (!found || position < 0) return undefined;
  return { position, ...parse(found.metadata) };
}
