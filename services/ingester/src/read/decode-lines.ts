// Turns a batch's lines into visits. What is no visit is set aside with its reason, so that it stops nothing.

import { decodeVisit, type MalformedReason, type Visit } from '@kurz/click-event';
import { inSlices } from './in-slices';

/** `bad_message`: a whole message without lines or place. */
export type PoisonReason = MalformedReason | 'bad_message';
export type PoisonLine = { line: string; reason: PoisonReason };
export type DecodedLine = { kind: 'visit'; visit: Visit } | ({ kind: 'poison' } & PoisonLine);

export function decodeLines(lines: readonly string[]): Promise<DecodedLine[]> {
  return inSlices(lines, (line): DecodedLine => {
    const decoded = decodeVisit(line);
    return decoded.kind === 'visit' ? decoded : { kind: 'poison', line, reason: decoded.reason };
  });
}
