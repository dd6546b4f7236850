// Reads what the live counts know of a workspace's campaigns, while ClickHouse is away. They are kept link by link, so
// that only the busiest links are looked at.

import { setImmediate as breathe } from 'node:timers/promises';
import type { LiveClicks, LiveDay } from '@kurz/live-clicks';
import type { BusyLink } from './find-busy-links';
import { groupKeyOf, NO_CLICKS, type GroupClicks } from './tag-group';

/** Links read in parallel before other requests have their turn. */
const LINKS_AT_A_TIME = 100;

function withDay(clicks: GroupClicks, { requests, bots, qr }: LiveDay, at: number): GroupClicks {
  const human = requests - bots;
  const humansByDay = clicks.humansByDay.map((humans, day) => (day === at ? humans + human : humans));
  return { humans: clicks.humans + human, qr: clicks.qr + qr, humansByDay };
}

/** By the key of the group; throws when the live counts cannot be read. */
export async function readLiveGroupClicks(
  liveClicks: LiveClicks,
  workspaceId: string,
  { links, days }: { links: readonly BusyLink[]; days: string[] },
): Promise<Map<string, GroupClicks>> {
  const groups = new Map<string, GroupClicks>();
  for (let start = 0; start < links.length; start += LINKS_AT_A_TIME) {
    const some = links.slice(start, start + LINKS_AT_A_TIME);
    const read = await Promise.all(
      some.map(({ id: linkId }) => liveClicks.read({ workspaceId, linkId }, days)),
    );
    some.forEach((link, index) => {
      const key = groupKeyOf(link);
      let clicks = groups.get(key) ?? { ...NO_CLICKS, humansByDay: days.map(() => 0) };
      for (const day of read[index] ?? []) {
        const at = days.indexOf(day.day);
        if (at >= 0) clicks = withDay(clicks, day, at);
      }
      groups.set(key, clicks);
    });
    await breathe();
  }
  return groups;
}
