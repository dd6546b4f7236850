// Reads a batch's lines and adds each visit to a consumer's sum at once, so that no visit lives as long as its batch.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeVisit, type ReadVisit, type Visit } from '@kurz/click-event';
import type { PoisonLine } from '../source/partition-source';
import { dayNumberOf } from './day-of';

/** What a consumer makes of the visits of one batch. */
export type VisitSum<Result> = { add: (visit: Visit) => void; result: () => Result };

export type SummedLines = {
  lines: number;
  visits: number;
  /** Time of the last visit, ms since 1970. */
  lastTime: number | undefined;
  poison: PoisonLine[];
};

/** Some 2 ms; in between the redirects that share this thread get their turn. */
const SLICE = 500;

/** Statements name links by their ids, and PostgreSQL takes no text with U+0000: others would stop the batch for good. */
const ID = /^[\w-]{1,100}$/;

/** Each link is looked at once: a pattern for each visit takes four times as long. */
function makeHasIds(): (visit: Visit) => boolean {
  const workspaceOf = new Map<string, string>();
  return ({ workspaceId, linkId }) => {
    if (workspaceOf.get(linkId) === workspaceId) return true;
    if (!ID.test(linkId) || !ID.test(workspaceId)) return false;
    workspaceOf.set(linkId, workspaceId);
    return true;
  };
}

export type LineSum = {
  /** False when it ended before the first line of one day more than `maxDays`. */
  add: (lines: Iterable<ReadVisit>) => Promise<boolean>;
  summed: SummedLines;
};

export function sumLines(sum: VisitSum<unknown>, maxDays: number): LineSum {
  const summed: SummedLines = { lines: 0, visits: 0, lastTime: undefined, poison: [] };
  const days = new Set<number>();
  const hasIds = makeHasIds();
  return {
    summed,
    add: async (lines) => {
      for (const line of lines) {
        if (line.kind === 'malformed') {
          summed.poison.push({ line: line.line, reason: line.reason });
        } else if (!hasIds(line.visit)) {
          summed.poison.push({ line: encodeVisit(line.visit), reason: 'bad_id' });
        } else {
          const { visit } = line;
          if (days.add(dayNumberOf(visit.time)).size > maxDays) return false;
          sum.add(visit);
          summed.visits += 1;
          summed.lastTime = visit.time;
        }
        summed.lines += 1;
        if (summed.lines % SLICE === 0) await nextTurn();
      }
      return true;
    },
  };
}
