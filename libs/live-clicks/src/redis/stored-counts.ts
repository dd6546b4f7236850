// One partition's counts of a link's day as Redis keeps them: the settled counts, and beside them what one batch adds.
// The addition counts once the partition's position has reached the batch's end.

import { CLICK_DIMENSIONS, type HumansByKey } from '@kurz/click-event';
import type { DayCounts, LiveDay } from '../port/live-clicks';
import { addToLiveDay, emptyLiveDay } from '../port/sum-live-days';

export type StoredCounts = {
  workspaceId: string;
  settled: LiveDay;
  /** The position at which the batch that brought `added` ends. */
  to: number;
  added: LiveDay;
};

/** `settled` is undefined when nothing was stored before. */
type WrittenCounts = Pick<StoredCounts, 'workspaceId' | 'to'> & {
  settled: DayCounts | undefined;
  added: DayCounts | undefined;
};

// The text is the same as from JSON.stringify, but is built without making the lists.
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;
const quoted = (text: string) => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

function hoursText(humansByHour: readonly number[]): string {
  let text = '';
  for (let hour = 0; hour < humansByHour.length; hour++) {
    const humans = humansByHour[hour];
    if (humans) text += text === '' ? `${hour},${humans}` : `,${hour},${humans}`;
  }
  return text;
}

function keysText(counts: HumansByKey): string {
  let text = '';
  for (const [key, humans] of counts) {
    text += text === '' ? `${quoted(key)},${humans}` : `,${quoted(key)},${humans}`;
  }
  return text;
}

/** `[requests, bots, qr, [hour, humans, …], [key, humans, …] for each dimension]`; no requests at all: `0`. */
function packed(counts: DayCounts | undefined): string {
  if (!counts || counts.requests === 0) return '0';
  const { requests, bots, qr, humansByHour, by } = counts;
  let text = `[${requests},${bots},${qr},[${hoursText(humansByHour)}]`;
  for (const dimension of CLICK_DIMENSIONS) text += `,[${keysText(by[dimension])}]`;
  return `${text}]`;
}

/** The stored text is not one of ours, or damaged. */
export class UnreadableCountsError extends Error {
  constructor() {
    super('stored live counts are not readable');
    this.name = 'UnreadableCountsError';
  }
}

function numberIn(value: unknown): number {
  if (typeof value !== 'number') throw new UnreadableCountsError();
  return value;
}

function listIn(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnreadableCountsError();
  return value;
}

function unpacked(value: unknown, day: string): LiveDay {
  const counts = emptyLiveDay(day);
  if (value === 0) return counts;
  const [requests, bots, qr, hours, ...lists] = listIn(value);
  counts.requests = numberIn(requests);
  counts.bots = numberIn(bots);
  counts.qr = numberIn(qr);
  const byHour = listIn(hours);
  for (let at = 0; at < byHour.length; at += 2)
    counts.humansByHour[numberIn(byHour[at])] = numberIn(byHour[at + 1]);
  for (const [index, dimension] of CLICK_DIMENSIONS.entries()) {
    // a text stored before a dimension was added has no list for it
    const list = listIn(lists[index] ?? []);
    for (let at = 0; at < list.length; at += 2)
      counts.by[dimension].set(String(list[at]), numberIn(list[at + 1]));
  }
  return counts;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableCountsError();
  }
}

/** @throws UnreadableCountsError */
export function decodeCounts(text: string, day: string): StoredCounts {
  const [workspaceId, settled, to, added] = listIn(parsed(text));
  return {
    workspaceId: String(workspaceId),
    settled: unpacked(settled, day),
    to: numberIn(to),
    added: unpacked(added, day),
  };
}

export function encodeCounts({ workspaceId, settled, to, added }: WrittenCounts): string {
  return `[${quoted(workspaceId)},${packed(settled)},${to},${packed(added)}]`;
}

/** The counts that are valid at the position. */
export function countsAt(position: number, { settled, to, added }: StoredCounts): LiveDay {
  if (to > position || added.requests === 0) return settled;
  addToLiveDay(settled, added);
  return settled;
}
