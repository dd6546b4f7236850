// A batch's additions as they are written: one for each link and kept day, in chunks that Redis takes in a few ms.

import type { LiveAddition } from '../port/live-clicks';
import { liveDays } from '../port/live-days';
import { addToLiveDay, emptyLiveDay } from '../port/sum-live-days';

/** Most links and hosts of a chunk; it takes 0.5 to 1.5 ms in Redis. */
const CHUNK_WEIGHT = 400;

/** Sums additions for the same link and day, and leaves out days that are not kept. */
function kept(additions: readonly LiveAddition[], now: number): LiveAddition[] {
  const { first, last } = liveDays(now);
  const byLink = new Map<string, LiveAddition>();
  for (const addition of additions) {
    if (addition.day < first || addition.day > last) continue;
    const key = `${addition.day} ${addition.linkId}`;
    const earlier = byLink.get(key);
    if (!earlier) {
      byLink.set(key, addition);
      continue;
    }
    const sum = { ...emptyLiveDay(addition.day), workspaceId: earlier.workspaceId, linkId: earlier.linkId };
    addToLiveDay(sum, earlier);
    addToLiveDay(sum, addition);
    byLink.set(key, sum);
  }
  return [...byLink.values()];
}

export function chunksOf(additions: readonly LiveAddition[], now: number): LiveAddition[][] {
  const chunks: LiveAddition[][] = [];
  let weight = CHUNK_WEIGHT;
  for (const addition of kept(additions, now)) {
    weight += 1 + addition.by.referrer.size;
    if (weight > CHUNK_WEIGHT) {
      chunks.push([]);
      weight = 1 + addition.by.referrer.size;
    }
    chunks.at(-1)?.push(addition);
  }
  return chunks;
}
