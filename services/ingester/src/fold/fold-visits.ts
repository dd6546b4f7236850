// Classify hands the visits of a plan here; admit-referrers and write get one row for each link and day. The same
// visits in any order fold to the same rows: that is what makes a replayed plan replace itself.
import type { ClassifiedVisit } from '../classify';
import { dayNumberOf, dayOf, hourOf } from './day-of';
import type { FoldedLinkDay, HourCounts } from './folded-link-day';
import { inCodeUnitOrder, withKeysInOrder } from './in-code-unit-order';

export function foldVisits(visits: readonly ClassifiedVisit[]): FoldedLinkDay[] {
  // Maps in maps instead of one composed key: nothing to build for each visit, and no separator to forge.
  const workspaces = new Map<string, Map<string, Map<number, FoldedLinkDay>>>();
  for (const visit of visits) {
    const links = entryOf(workspaces, visit.workspaceId, () => new Map<string, Map<number, FoldedLinkDay>>());
    const days = entryOf(links, visit.linkId, () => new Map<number, FoldedLinkDay>());
    const day = dayNumberOf(visit.time);
    add(
      visit,
      entryOf(days, day, () => emptyRow(visit, dayOf(day))),
    );
  }

  const rows = [...workspaces.values()].flatMap((links) =>
    [...links.values()].flatMap((days) => [...days.values()]),
  );
  return rows.sort(byLinkAndDay).map((row) => ({ ...row, by: inOrder(row.by) }));
}

function add(visit: ClassifiedVisit, row: FoldedLinkDay): void {
  count(visit, row);
  const hour = row.byHour[hourOf(visit.time)];
  if (hour === undefined) throw new Error(`No hour of the day for the time ${visit.time}`);
  count(visit, hour);
  if (visit.isBot) return;

  const { by } = row;
  increment(by.geo, visit.geo);
  increment(by.referrer, visit.referrer);
  increment(by.device, visit.device);
  increment(by.browser, visit.browser);
  increment(by.os, visit.os);
  increment(by.language, visit.language);
}

function count(visit: ClassifiedVisit, counts: HourCounts): void {
  counts.requests += 1;
  if (visit.isBot) counts.bots += 1;
  else if (visit.isScan) counts.qr += 1;
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

function emptyRow(visit: ClassifiedVisit, day: string): FoldedLinkDay {
  return {
    workspaceId: visit.workspaceId,
    linkId: visit.linkId,
    day,
    ...emptyCounts(),
    byHour: Array.from({ length: 24 }, emptyCounts),
    by: {
      geo: new Map(),
      referrer: new Map(),
      device: new Map(),
      browser: new Map(),
      os: new Map(),
      language: new Map(),
    },
  };
}

function emptyCounts(): HourCounts {
  return { requests: 0, bots: 0, qr: 0 };
}

function inOrder(by: FoldedLinkDay['by']): FoldedLinkDay['by'] {
  return {
    geo: withKeysInOrder(by.geo),
    referrer: withKeysInOrder(by.referrer),
    device: withKeysInOrder(by.device),
    browser: withKeysInOrder(by.browser),
    os: withKeysInOrder(by.os),
    language: withKeysInOrder(by.language),
  };
}

function byLinkAndDay(a: FoldedLinkDay, b: FoldedLinkDay): number {
  return (
    inCodeUnitOrder(a.workspaceId, b.workspaceId) ||
    inCodeUnitOrder(a.linkId, b.linkId) ||
    inCodeUnitOrder(a.day, b.day)
  );
}
