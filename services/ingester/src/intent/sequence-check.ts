// Checks the sequence of each journal within a partition: a gap or a repeat shows. The last seen ends are in the
// commit's metadata, so that a successor continues from them.

import { chunkOrderOf, type ChunkRange } from '@kurz/click-stream';

/** Journal → `last` of its newest message. */
export type SeenJournals = Record<string, number>;

/** `seen`: the end of the previous message. */
export type SequenceFault = { kind: 'gap' | 'repeat'; range: ChunkRange; seen: number };

export type SequenceCheck = {
  load: (seen: SeenJournals) => void;
  pass: (ranges: readonly ChunkRange[]) => SequenceFault[];
  seen: () => SeenJournals;
  /** Undefined when no message of the journal is known. */
  lastOf: (journal: string) => number | undefined;
};

/** Kafka takes 4,096 bytes of metadata; journals that have been silent longest are left out. */
const MAX_SEEN_BYTES = 3_000;
const DIGITS_AND_MARKS = 21;

export function makeSequenceCheck(): SequenceCheck {
  let ends = new Map<string, number>();

  return {
    load: (seen) => void (ends = new Map(Object.entries(seen))),
    pass: (ranges) => {
      const faults: SequenceFault[] = [];
      for (const range of ranges) {
        const seen = ends.get(range.journal);
        const order = chunkOrderOf(seen, range);
        if (seen !== undefined && (order === 'gap' || order === 'repeat')) {
          faults.push({ kind: order, range, seen });
        }
        ends.delete(range.journal);
        ends.set(range.journal, Math.max(range.last, seen ?? 0));
      }
      return faults;
    },
    lastOf: (journal) => ends.get(journal),
    seen: () => {
      const newestFirst = [...ends].reverse();
      let room = MAX_SEEN_BYTES;
      const kept = newestFirst.filter(([journal]) => {
        room -= Buffer.byteLength(JSON.stringify(journal)) + DIGITS_AND_MARKS;
        return room >= 0;
      });
      return Object.fromEntries(kept.reverse());
    },
  };
}
