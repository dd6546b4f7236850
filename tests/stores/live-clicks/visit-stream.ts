// A partition of a click stream with fixed contents: one visit at each position. Tests consume it as an ingester does.

import type { LiveAddition, LiveClicks } from '@kurz/live-clicks';
import { additionOf, LINK, memoryAt, NOON, sorted, TODAY, YESTERDAY } from './live-addition';

/** Enough links for several chunks in a batch. */
const LINKS = 500;
const linkIdOf = (link: number) => `lnk_${link}`;

/** The visits from position `from` to before `to`, as additions. */
export function additionsBetween(from: number, to: number): LiveAddition[] {
  const additions: LiveAddition[] = [];
  for (let position = from; position < to; position++) {
    // one link is in every batch; the factor mixes the others
    const linkId = linkIdOf(position % 3 === 0 ? 0 : (position * 7_919) % LINKS);
    const day = position % 11 === 0 ? YESTERDAY : TODAY;
    additions.push(additionOf(1, { linkId, day }, [`site-${position % 5}.example`]));
  }
  return additions;
}

/** Counts up to `to` from the position that the live counts have, as a consumer's `open` and `step` do. */
export async function consume(live: LiveClicks, to: number, nextSize: () => number): Promise<void> {
  for (;;) {
    const from = await live.position(0);
    if (from === undefined) await live.seed({ partition: 0, position: 0, additions: [] });
    else if (from >= to) return;
    else {
      const end = Math.min(from + nextSize(), to);
      await live.add({ partition: 0, from, to: end, additions: additionsBetween(from, end) });
    }
  }
}

/** All counts of the stream's links. */
export async function countsOf(live: LiveClicks) {
  const read = Array.from({ length: LINKS }, (_, link) =>
    live.read({ workspaceId: LINK.workspaceId, linkId: linkIdOf(link) }, [TODAY, YESTERDAY]),
  );
  return (await Promise.all(read)).map(sorted);
}

/** The counts of the stream's visits before `to`. */
export async function countsUntil(to: number) {
  const live = memoryAt(NOON);
  await live.seed({ partition: 0, position: to, additions: additionsBetween(0, to) });
  return countsOf(live);
}
