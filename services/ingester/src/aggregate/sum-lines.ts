// Reads a batch's lines and adds each visit to a consumer's sum at once, so that no visit lives as long as its batch.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeVisit, type ReadVisit, type Visit } from '@kurz/click-event';
import type { PoisonLine } from '../source/partition-source';
import { dayNumberOf } from './day-of';

/** A consumer's sum of the visits of one batch. */
export type VisitSum<Result> = {
  /** Returns false, and adds nothing, for a visit whose ids no store takes. */
  add: (visit: Visit) => boolean;
  result: () => Result;
};

export type SummedLines = {
  lines: number;
  visits: number;
  /** Time of the last visit, ms since 1970. */
  lastTime: number | undefined;
  poison: PoisonLine[];
};

/** Lines in some 2 ms; between two slices the redirects that share this thread get their turn. */
const SLICE = 500;

export type LineSum = {
  /** Resolves with false when it stopped before the first line of one day more than `maxDays`. */
  add: (lines: Iterable<ReadVisit>) => Promise<boolean>;
  summed: SummedLines;
};

export function sumLines(sum: VisitSum<unknown>, maxDays: number): LineSum {
  const summed: SummedLines = { lines: 0, visits: 0, lastTime: undefined, poison: [] };
  const days = new Set<number>();
  return {
    summed,
    add: async (lines) => {
      for (const line of lines) {
        if (line.kind === 'visit') {
          const { visit } = line;
          if (days.add(dayNumberOf(visit.time)).size > maxDays) return false;
          if (sum.add(visit)) {
            summed.visits += 1;
            summed.lastTime = visit.time;
          } else {
            summed.poison.push({ line: encodeVisit(visit), reason: 'bad_id' });
          }
        } else {
          summed.poison.push({ line: line.line, reason: line.reason });
        }
        summed.lines += 1;
        if (summed.lines % SLICE === 0) await nextTurn();
      }
      return true;
    },
  };
}
