// One partition's counts of a link's day as Redis keeps them: what is settled, and beside it what one batch adds. The
// addition counts once the partition's position has reached the batch's end.

import type { Dimension, LiveDay } from '../live-clicks';
import { addToLiveDay, emptyLiveDay } from '../sum-live-days';

export type StoredCounts = {
  workspaceId: string;
  settled: LiveDay;
  /** Where the batch ends that brought `added`. */
  to: number;
  added: LiveDay;
};

const DIMENSIONS: readonly Dimension[] = ['geo', 'referrer', 'device', 'browser', 'os', 'language'];

/** `[requests, bots, qr, [hour, humans, …], [key, humans, …] for each dimension]`; nothing at all is 0. */
function packed(counts: LiveDay): unknown {
  if (counts.requests === 0) return 0;
  const hours = counts.humansByHour.flatMap((humans, hour) => (humans === 0 ? [] : [hour, humans]));
  const lists = DIMENSIONS.map((dimension) => [...counts.by[dimension]].flat());
  return [counts.requests, counts.bots, counts.qr, hours, ...lists];
}

function numberIn(value: unknown): number {
  if (typeof value !== 'number') throw new Error('stored live counts are not readable');
  return value;
}

function listIn(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('stored live counts are not readable');
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
  for (const [index, dimension] of DIMENSIONS.entries()) {
    const list = listIn(lists[index]);
    for (let at = 0; at < list.length; at += 2)
      counts.by[dimension].set(String(list[at]), numberIn(list[at + 1]));
  }
  return counts;
}

/** @throws when the text is none of ours. */
export function decodeCounts(text: string, day: string): StoredCounts {
  const [workspaceId, settled, to, added] = listIn(JSON.parse(text));
  return {
    workspaceId: String(workspaceId),
    settled: unpacked(settled, day),
    to: numberIn(to),
    added: unpacked(added, day),
  };
}

export function encodeCounts({ workspaceId, settled, to, added }: StoredCounts): string {
  return JSON.stringify([workspaceId, packed(settled), to, packed(added)]);
}

/** What holds at the position. */
export function countsAt(position: number, { settled, to, added }: StoredCounts): LiveDay {
  if (to > position || added.requests === 0) return settled;
  addToLiveDay(settled, added);
  return settled;
}
