// Reads what the live counts know of a workspace's campaigns, while ClickHouse is away. They are kept link by link, so
// that only the busiest links are looked at.

import { setImmediate as breathe } from 'node:timers/promises';
import type { LiveClicks, LiveDay } from '@kurz/live-clicks';
import type { BusyLink } from './find-busy-links';
import { groupKeyOf } from './group-key-of';
import type { GroupClicks } from './tag-group';

/** Links read in parallel before other requests have their turn. */
const LINKS_AT_A_TIME = 100;

function addDay(clicks: GroupClicks, { day, requests, bots, qr }: LiveDay): void {
  const human = requests - bots;
  if (human === 0) return;
  clicks.humans += human;
  clicks.qr += qr;
  const known = clicks.days.find(({ date }) => date === day);
  if (known) known.human += human;
  else clicks.days.push({ date: day, human });
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
      const clicks = groups.get(key) ?? { humans: 0, qr: 0, days: [] };
      groups.set(key, clicks);
      for (const day of read[index] ?? []) if (days.includes(day.day)) addDay(clicks, day);
    });
    await breathe();
  }
  return groups;
}
