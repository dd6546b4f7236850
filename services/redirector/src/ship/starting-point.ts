// Where shipping resumes, by Kafka, the marker and the journal, or why that is unknown. It is never guessed: a position
// too early would count visits twice, one too late would lose them.

import type { JournalProgress } from '@kurz/click-stream';
import type { MarkedPosition } from './shipped-marker';

export type RefusedReason =
  /** The journal was shipped before, but Kafka has no offset for it any more. */
  | 'offset_gone'
  /** Kafka's offset is before what was shipped: Kafka lost data or was restored. */
  | 'offset_behind'
  /**
   * Kafka has more than the journal can have held before its writer started: it is an older copy, whose positions are
   * already used.
   */
  | 'journal_behind'
  /** Kafka has an offset for a journal of this name, but it is not this journal's. */
  | 'other_journal';

export type StartingPoint =
  { kind: 'known'; progress: JournalProgress } | { kind: 'refused'; reason: RefusedReason };

export type StartingPointFacts = {
  found: JournalProgress | undefined;
  /** Position in the journal's marker. */
  marked: MarkedPosition | undefined;
  /** Where the journal's oldest segment begins. */
  begin: number;
  /**
   * The position of the running writer's first line; undefined: there is no writer, or some of its lines may be
   * shipped.
   */
  first?: number;
};

export function startingPointOf({ found, marked, begin, first }: StartingPointFacts): StartingPoint {
  if (!found) {
    if (marked !== undefined) return { kind: 'refused', reason: 'offset_gone' };
    return { kind: 'known', progress: { position: begin, shipper: '', lasts: new Map() } };
  }
  // the first offset is committed before there is a marker, and before anything is shipped or removed
  if (marked === undefined && found.position > begin) return { kind: 'refused', reason: 'other_journal' };
  if (typeof marked === 'number' && found.position < marked)
    return { kind: 'refused', reason: 'offset_behind' };
  if (first !== undefined && found.position > first) return { kind: 'refused', reason: 'journal_behind' };
  return { kind: 'known', progress: found };
}
