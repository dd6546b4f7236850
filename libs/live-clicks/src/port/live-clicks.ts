// Live counts of today and yesterday. A port, because two adapters implement it: memory (embedded) and Redis
// (production). They add freshness, and replace ClickHouse while it is away. No day older than yesterday is kept.

import type { ClickDimension, HumansByKey } from '@kurz/click-event';

/**
 * One link's counts of one UTC day. `requests` = bots + humans; `qr` counts human scans; each list of `by` sums to the
 * humans.
 */
export type LiveDay = {
  /** `YYYY-MM-DD` */
  day: string;
  requests: number;
  bots: number;
  qr: number;
  /** Humans by hour of the day, 24 numbers. */
  humansByHour: number[];
  by: Record<ClickDimension, Map<string, number>>;
};

/** Read-only counts of a day. */
export type DayCounts = Omit<LiveDay, 'by'> & { by: Record<ClickDimension, HumansByKey> };

/** What one batch adds to one link's day. */
export type LiveAddition = DayCounts & { workspaceId: string; linkId: string };

export type AddOutcome =
  | { kind: 'added' }
  /**
   * Nothing was added: the position is not where the batch begins, or another writer has taken over. Ask `position`.
   */
  | { kind: 'elsewhere' };

export type SeedOutcome =
  | { kind: 'seeded' }
  /** Nothing was changed: another writer has seeded the partition, or has added to it. Ask `position`. */
  | { kind: 'elsewhere' };

/** All at once, or in pages. */
export type Additions = LiveAddition[] | AsyncIterable<LiveAddition[]>;

export const pagesOf = (additions: Additions) => (Array.isArray(additions) ? [additions] : additions);

/** The position whose counts a seed replaces. */
export type ReplacedPosition = number | 'nothing';

export type LiveClicks = {
  /** How far this partition has been added; undefined when nothing is known. */
  position: (partition: number) => Promise<number | undefined>;
  /**
   * Adds a batch and moves the partition's position from `from` to `to` in one step; does nothing when the position is
   * not `from`.
   */
  add: (batch: {
    partition: number;
    from: number;
    to: number;
    additions: LiveAddition[];
  }) => Promise<AddOutcome>;
  /**
   * Sets a partition's position and the counts at that position; a memory adapter starts from a seed. With `replaces`,
   * only when the partition is still at that position: a process that was frozen while it gathered the counts undoes
   * nothing. Pages must have different links.
   */
  seed: (batch: {
    partition: number;
    position: number;
    additions: Additions;
    replaces?: ReplacedPosition;
  }) => Promise<SeedOutcome>;
  /** The link's counts of the given days (today and yesterday at most); days without visits are left out. */
  read: (link: { workspaceId: string; linkId: string }, days: string[]) => Promise<LiveDay[]>;
  /** Forgets a link. */
  erase: (linkId: string) => Promise<void>;
  close: () => Promise<void>;
};
