// Classify hands the visits of a plan here; admit-referrers and write get one row for each link and day. The same
// visits in any order fold to the same rows: that is what makes a replayed plan replace itself.
import { CLICK_DIMENSIONS, type ClickDimension } from '@kurz/click-tables';
import type { ClassifiedVisit } from '../classify';
import { dayNumberOf, dayOf, hourOf } from './day-of';
import type { Counts, FoldedLinkDay, HourCounts } from './folded-link-day';
import { inCodeUnitOrder } from './in-code-unit-order';
import { GrowingCounts } from './growing-counts';

type Row = FoldedLinkDay & { by: Record<ClickDimension, GrowingCounts> };

export type Fold = {
  add: (visit: ClassifiedVisit) => void;
  /** Sorted by workspace, link and day; nothing is added any more. */
  rows: () => FoldedLinkDay[];
};

export function makeFold(): Fold {
  // One look-up for a visit: a list only where a link has rows of several days, or of another workspace that it was in.
  const links = new Map<string, Row | Row[]>();
  const rowOf = (visit: ClassifiedVisit): Row => {
    const day = dayOf(dayNumberOf(visit.time));
    const isIts = (row: Row) => row.day === day && row.workspaceId === visit.workspaceId;
    const known = links.get(visit.linkId);
    const found = Array.isArray(known) ? known.find(isIts) : known && isIts(known) ? known : undefined;
    if (found) return found;
    const added = emptyRow(visit, day);
    if (Array.isArray(known)) known.push(added);
    else links.set(visit.linkId, known ? [known, added] : added);
    return added;
  };
  return { add: (visit) => add(visit, rowOf(visit)), rows: () => inOrder([...links.values()].flat()) };
}

function add(visit: ClassifiedVisit, row: Row): void {
  count(visit, row);
  count(visit, ownHour(row.byHour, hourOf(visit.time)));
  if (visit.isBot) return;

  const { by } = row;
  by.geo.add(visit.geo);
  by.referrer.add(visit.referrer);
  by.device.add(visit.device);
  by.browser.add(visit.browser);
  by.os.add(visit.os);
  by.language.add(visit.language);
}

function ownHour(byHour: HourCounts[], hour: number): HourCounts {
  for (const counts of byHour) if (counts.hour === hour) return counts;
  const added = { hour, requests: 0, bots: 0, qr: 0 };
  byHour.push(added);
  return added;
}

function count(visit: ClassifiedVisit, counts: Counts): void {
  counts.requests += 1;
  if (visit.isBot) counts.bots += 1;
  else if (visit.isScan) counts.qr += 1;
}

function emptyRow({ workspaceId, linkId }: ClassifiedVisit, day: string): Row {
  return {
    workspaceId,
    linkId,
    day,
    requests: 0,
    bots: 0,
    qr: 0,
    byHour: [],
    by: {
      geo: new GrowingCounts(),
      referrer: new GrowingCounts(),
      device: new GrowingCounts(),
      browser: new GrowingCounts(),
      os: new GrowingCounts(),
      language: new GrowingCounts(),
    },
  };
}

/** Workspace by workspace: short lists of one key each, where one long list would compare three keys a time. */
function inOrder(rows: readonly Row[]): FoldedLinkDay[] {
  const workspaces = new Map<string, Row[]>();
  for (const row of rows) {
    row.byHour.sort((a, b) => a.hour - b.hour);
    for (const dimension of CLICK_DIMENSIONS) row.by[dimension].sort();
    const others = workspaces.get(row.workspaceId);
    if (others) others.push(row);
    else workspaces.set(row.workspaceId, [row]);
  }
  return [...workspaces]
    .sort(([a], [b]) => inCodeUnitOrder(a, b))
    .flatMap(([, ofOne]) => ofOne.sort(byLinkAndDay));
}

const byLinkAndDay = (a: Row, b: Row) => inCodeUnitOrder(a.linkId, b.linkId) || inCodeUnitOrder(a.day, b.day);
