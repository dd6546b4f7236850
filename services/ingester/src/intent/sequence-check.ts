// Checks the sequence of each journal within a partition: a gap or a repeat shows. What was seen last travels in the
// commit's metadata, so that a successor goes on from it.

import { chunkOrderOf, type ChunkPlace } from '@kurz/click-stream';

/** Journal → `last` of its newest message. */
export type SeenJournals = Record<string, number>;

/** `seen`: the end of the message before. */
export type SequenceFault = { kind: 'gap' | 'repeat'; place: ChunkPlace; seen: number };

export type SequenceCheck = {
  load: (seen: SeenJournals) => void;
  pass: (places: readonly ChunkPlace[]) => SequenceFault[];
  seen: () => SeenJournals;
};

/** Kafka takes 4,096 bytes of metadata; journals that have been silent longest are left out. */
const LONGEST_SEEN = 3_000;
const DIGITS_AND_MARKS = 21;

export function makeSequenceCheck(): SequenceCheck {
  let ends = new Map<string, number>();

  return {
    load: (seen) => void (ends = new Map(Object.entries(seen))),
    pass: (places) => {
      const faults: SequenceFault[] = [];
      for (const place of places) {
        const seen = ends.get(place.journal);
        const order = chunkOrderOf(seen, place);
        if (seen !== undefined && (order === 'gap' || order === 'repeat')) {
          faults.push({ kind: order, place, seen });
        }
        ends.delete(place.journal);
        ends.set(place.journal, Math.max(place.last, seen ?? 0));
      }
      return faults;
    },
    seen: () => {
      const newestFirst = [...ends].reverse();
      let room = LONGEST_SEEN;
      const kept = newestFirst.filter(([journal]) => {
        room -= Buffer.byteLength(JSON.stringify(journal)) + DIGITS_AND_MARKS;
        return room >= 0;
      });
      return Object.fromEntries(kept.reverse());
    },
  };
}
