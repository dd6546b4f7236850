// Reads raw lines: each is a request for a slug, or unreadable.

import { readCombinedLine } from './combined-line';
import type { LogFormat, LoggedVisit, UnreadableReason } from './logged-visit';
import type { RawLine } from './log-lines';
import { readNdjsonLine } from './ndjson-line';
import { slugOfTarget, type TargetSlug } from './slug-of-target';

export type ReadLine =
  | { kind: 'request'; visit: LoggedVisit; slug: TargetSlug }
  | { kind: 'unreadable'; reason: UnreadableReason };

export type LineReader = (line: RawLine) => ReadLine;

const READERS = { combined: readCombinedLine, ndjson: readNdjsonLine };

/** Reads lines of the given format. Bytes are decoded as UTF-8; invalid bytes become U+FFFD. */
export function makeLineReader(format: LogFormat): LineReader {
  const read = READERS[format];
  return (line) => {
    if (line === null) return { kind: 'unreadable', reason: 'too_long' };
    const parsed = read(line.toString('utf8'));
    if (parsed.kind === 'unreadable') return parsed;
    const slug = slugOfTarget(parsed.visit.target);
    return slug
      ? { kind: 'request', visit: parsed.visit, slug }
      : { kind: 'unreadable', reason: 'bad_target' };
  };
}
