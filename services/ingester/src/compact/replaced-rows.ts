// Which rows of a day a compaction replaces: those of batches before its positions, from the positions of the day's
// last compaction on. Older ones have been compacted already; a writer that was frozen for hours may have written them
// again.

import { partitionPositionsOf, positionAmong } from '@kurz/click-tables';
import type { Positions } from './compaction';

/**
 * A condition on the rows of batches before these positions. `otherwise`: the position of partitions that are not
 * named.
 */
export const isBefore = (positions: Positions, otherwise?: bigint): string =>
  `plan_from < ${positionAmong(partitionPositionsOf(positions), otherwise)}`;

/** A condition on rows that no compaction wrote. `since`: default: the beginning of each partition. */
export const isReplaced = (until: Positions, since: Positions = {}): string =>
  `plan_from >= ${positionAmong(partitionPositionsOf(since))} AND ${isBefore(until)}`;
