// Classify hands the visits of a plan here; admit-referrers and write get one row for each link and day. The same
// visits in any order fold to the same rows: that is what makes a replayed plan replace itself.
import type { ClassifiedVisit } from '../classify';
import { dayNumberOf, dayOf, hourOf } from './day-of';
import type { FoldedLinkDay, HourCounts } from './folded-link-day';
import { withKeysInOrder } from './in-code-unit-order';

type Days = Map<number, FoldedLinkDay>;
type Links = Map<string, Days>;

/** Stands for an hour without visits: most rows have one or two with, and need no 24 objects. */
const NO_VISITS: HourCounts = Object.freeze({ requests: 0, bots: 0, qr: 0 });

export function foldVisits(visits: readonly ClassifiedVisit[]): FoldedLinkDay[] {
  // Maps in maps instead of one composed key: nothing to build for each visit, and no separator to forge.
  const workspaces = new Map<string, Links>();
  for (const visit of visits) add(visit, rowOf(workspaces, visit));
  return inOrder(workspaces);
}

function rowOf(workspaces: Map<string, Links>, visit: ClassifiedVisit): FoldedLinkDay {
  let links = workspaces.get(visit.workspaceId);
  if (links === undefined) workspaces.set(visit.workspaceId, (links = new Map<string, Days>()));
  let days = links.get(visit.linkId);
  if (days === undefined) links.set(visit.linkId, (days = new Map<number, FoldedLinkDay>()));
  const day = dayNumberOf(visit.time);
  let row = days.get(day);
  if (row === undefined) days.set(day, (row = emptyRow(visit, dayOf(day))));
  return row;
}

function add(visit: ClassifiedVisit, row: FoldedLinkDay): void {
  count(visit, row);
  count(visit, ownHour(row.byHour, hourOf(visit.time)));
  if (visit.isBot) return;

  const { by } = row;
  increment(by.geo, visit.geo);
  increment(by.referrer, visit.referrer);
  increment(by.device, visit.device);
  increment(by.browser, visit.browser);
  increment(by.os, visit.os);
  increment(by.language, visit.language);
}

function ownHour(byHour: HourCounts[], hour: number): HourCounts {
  const found = byHour[hour];
  if (found !== undefined && found !== NO_VISITS) return found;
  return (byHour[hour] = { requests: 0, bots: 0, qr: 0 });
}

function count(visit: ClassifiedVisit, counts: HourCounts): void {
  counts.requests += 1;
  if (visit.isBot) counts.bots += 1;
  else if (visit.isScan) counts.qr += 1;
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function emptyRow(visit: ClassifiedVisit, day: string): FoldedLinkDay {
  return {
    workspaceId: visit.workspaceId,
    linkId: visit.linkId,
    day,
    requests: 0,
    bots: 0,
    qr: 0,
    byHour: new Array<HourCounts>(24).fill(NO_VISITS),
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

/** Sorted level by level: short lists of one key each, where one long list would compare three keys a time. */
function inOrder(workspaces: Map<string, Links>): FoldedLinkDay[] {
  const rows: FoldedLinkDay[] = [];
  for (const links of withKeysInOrder(workspaces).values()) {
    for (const days of withKeysInOrder(links).values()) {
      for (const row of [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))) {
        putKeysInOrder(row.by);
        rows.push(row);
      }
    }
  }
  return rows;
}

function putKeysInOrder(by: FoldedLinkDay['by']): void {
  by.geo = withKeysInOrder(by.geo);
  by.referrer = withKeysInOrder(by.referrer);
  by.device = withKeysInOrder(by.device);
  by.browser = withKeysInOrder(by.browser);
  by.os = withKeysInOrder(by.os);
  by.language = withKeysInOrder(by.language);
}
