// The outcome of a log's lines, for the person who imports it.

import type { RawLine } from './log-lines';
import type { UnreadableReason } from './logged-visit';

export type UnreadableLine = { line: number; reason: UnreadableReason; text: string };

export type ImportTally = {
  lines: number;
  counted: number;
  /** Lines that an earlier import of this log has counted. */
  countedBefore: number;
  unreadableLines: number;
  /** The first few unreadable lines, safe to show. */
  examples: UnreadableLine[];
  linesWithoutLink: number;
  /** Times of the first and last counted visit, ms; Infinity and -Infinity when there is none. */
  first: number;
  last: number;
  count: (time: number) => void;
  unreadable: (number: number, reason: UnreadableReason, line: RawLine) => void;
  withoutLink: (path: string) => void;
  /** The first few paths without a link, safe to show. */
  pathsWithoutLink: Set<string>;
};

const MAX_EXAMPLES = 5;
const EXAMPLE_LENGTH = 120;
/** Characters that are not shown: a terminal interprets some of them, and visitors control what is in a log. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const shownOf = (text: string) => text.slice(0, EXAMPLE_LENGTH).replace(UNSHOWN, '\uFFFD');

export function makeImportTally(): ImportTally {
  const tally: ImportTally = {
    lines: 0,
    counted: 0,
    countedBefore: 0,
    unreadableLines: 0,
    examples: [],
    linesWithoutLink: 0,
    first: Infinity,
    last: -Infinity,
    pathsWithoutLink: new Set(),
    count: (time) => {
      tally.counted++;
      tally.first = Math.min(tally.first, time);
      tally.last = Math.max(tally.last, time);
    },
    unreadable: (number, reason, line) => {
      tally.unreadableLines++;
      if (tally.examples.length >= MAX_EXAMPLES) return;
      const text = line === null ? '' : shownOf(line.toString('utf8'));
      tally.examples.push({ line: number + 1, reason, text });
    },
    withoutLink: (path) => {
      tally.linesWithoutLink++;
      if (tally.pathsWithoutLink.size < MAX_EXAMPLES) tally.pathsWithoutLink.add(shownOf(path));
    },
  };
  return tally;
}
