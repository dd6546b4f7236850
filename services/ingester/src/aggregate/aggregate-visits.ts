// Aggregates the visits of a batch into one row for each link and day. The same visits in any order aggregate to the
// same rows, so that a replayed intent replaces itself.
import type { ClassifiedVisit } from '@kurz/visitor-facts';
import { dayNumberOf, dayOf, hourOf } from './day-of';
import { isPlainId } from './is-plain-id';
import type { LinkDayCounts } from './link-day-counts';
import { BOT, AggregatedRow, HOURS, KINDS, SCAN, type AggregatedColumns } from './aggregated-row';
import { inCodeUnitOrder } from './in-code-unit-order';
import { VisitCounts } from './visit-counts';

export type Aggregate = {
  /** Returns false, and adds nothing, for a visit whose ids no store takes. */
  add: (visit: ClassifiedVisit) => boolean;
  /** The rows, sorted by workspace, link and day. Nothing may be added afterwards. */
  rows: () => LinkDayCounts[];
};

type Row = { number: number; workspaceId: string; linkId: string; dayNumber: number };

/** In place of a row's number. */
const NONE = -1;

export function makeAggregate(): Aggregate {
  const rows: Row[] = [];
  // One look-up per visit: a list only when a link has rows of several days, or of another workspace that it was in.
  const links = new Map<string, number | number[]>();
  const keys: string[] = [];
  const numbers = new Map<string, number>();
  const counts = new VisitCounts();

  const isIts = (row: number, { workspaceId }: ClassifiedVisit, dayNumber: number): boolean => {
    const known = rows[row];
    return known?.dayNumber === dayNumber && known.workspaceId === workspaceId;
  };
  const rowOf = (visit: ClassifiedVisit, dayNumber: number): number => {
    const known = links.get(visit.linkId);
    if (typeof known === 'number') {
      if (isIts(known, visit, dayNumber)) return known;
    } else if (known) {
      for (const row of known) if (isIts(row, visit, dayNumber)) return row;
    }
    const { workspaceId, linkId } = visit;
    // checked once per row: matching the pattern for each visit takes as long as all else
    if (!isPlainId(linkId) || !isPlainId(workspaceId)) return NONE;
    const added = rows.length;
    rows.push({ number: added, workspaceId, linkId, dayNumber });
    if (Array.isArray(known)) known.push(added);
    else links.set(linkId, known === undefined ? added : [known, added]);
    return added;
  };
  const numberOf = (key: string): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const added = keys.push(key) - 1;
    numbers.set(key, added);
    return added;
  };

  return {
    add: (visit) => {
      const { time, isBot, isScan } = visit;
      const row = rowOf(visit, dayNumberOf(time));
      if (row === NONE) return false;
      counts.add(row, hourOf(time) * KINDS + (isBot ? BOT : isScan ? SCAN : 0));
      if (isBot) return true;
      // in the order of CLICK_DIMENSIONS
      counts.setKey(0, numberOf(visit.geo));
      counts.setKey(1, numberOf(visit.referrer));
      counts.setKey(2, numberOf(visit.device));
      counts.setKey(3, numberOf(visit.browser));
      counts.setKey(4, numberOf(visit.os));
      counts.setKey(5, numberOf(visit.language));
      if (visit.variant !== undefined) counts.setKey(6, numberOf(visit.variant));
      return true;
    },
    rows: () => {
      const { byHour, byKey } = counts.inOrder(rows.length, HOURS, ranksOf(keys));
      const columns: AggregatedColumns = { hours: byHour, humans: byKey, keys };
      return inOrder(rows).map(({ number, workspaceId, linkId, dayNumber }) => {
        return new AggregatedRow({ workspaceId, linkId, day: dayOf(dayNumber) }, columns, number);
      });
    },
  };
}

/** The rank of each key in code-unit order. */
function ranksOf(keys: readonly string[]): Int32Array {
  const ranks = new Int32Array(keys.length);
  const inOrder = [...keys.keys()].sort((a, b) => inCodeUnitOrder(keys[a] ?? '', keys[b] ?? ''));
  for (const [rank, key] of inOrder.entries()) ranks[key] = rank;
  return ranks;
}

/** Sorts the rows of each workspace apart, because one long list would compare three keys each time. */
function inOrder(rows: readonly Row[]): Row[] {
  const workspaces = new Map<string, Row[]>();
  for (const row of rows) {
    const others = workspaces.get(row.workspaceId);
    if (others) others.push(row);
    else workspaces.set(row.workspaceId, [row]);
  }
  return [...workspaces]
    .sort(([a], [b]) => inCodeUnitOrder(a, b))
    .flatMap(([, ofOne]) => ofOne.sort(byLinkAndDay));
}

const byLinkAndDay = (a: Row, b: Row) => inCodeUnitOrder(a.linkId, b.linkId) || a.dayNumber - b.dayNumber;
