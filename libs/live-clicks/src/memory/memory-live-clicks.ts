// Live counts in the memory of the process (embedded): the ingester adds, the API's stats read.
// Counts are kept apart by partition of the click stream, so that a partition can be seeded anew.

import { admitHost, capReferrers } from '@kurz/click-event';
import { systemClock, type Clock } from '@kurz/process';
import { pagesOf, type LiveAddition, type LiveClicks, type LiveDay } from '../port/live-clicks';
import { liveDays } from '../port/live-days';
import { addToLiveDay, emptyLiveDay } from '../port/sum-live-days';

/** One link's day: the referrer hosts admitted, whatever partition brought them, and the counts of each partition. */
type KeptDay = { workspaceId: string; admitted: Set<string>; byPartition: Map<number, LiveDay> };

/** Keeps yesterday, today and tomorrow by `clock`; ignores other days. */
export function makeMemoryLiveClicks(deps: { clock?: Clock } = {}): LiveClicks {
  const clock = deps.clock ?? systemClock;
  const positions = new Map<number, number>();
  /** day → link → counts */
  const days = new Map<string, Map<string, KeptDay>>();

  const keptDayOf = ({ day, linkId, workspaceId }: LiveAddition): KeptDay => {
    const links = days.get(day) ?? new Map<string, KeptDay>();
    days.set(day, links);
    const kept = links.get(linkId) ?? { workspaceId, admitted: new Set(), byPartition: new Map() };
    links.set(linkId, kept);
    return kept;
  };
  const addAll = (partition: number, additions: LiveAddition[]) => {
    const { first, last } = liveDays(clock.now());
    for (const day of days.keys()) if (day < first) days.delete(day);
    for (const addition of additions) {
      if (addition.day < first || addition.day > last) continue;
      const kept = keptDayOf(addition);
      const sum = kept.byPartition.get(partition) ?? emptyLiveDay(addition.day);
      kept.byPartition.set(partition, sum);
      const referrer = capReferrers(addition.by.referrer, (host) => admitHost(host, kept.admitted));
      addToLiveDay(sum, { ...addition, by: { ...addition.by, referrer } });
    }
  };
  const forgetPartition = (partition: number) => {
    for (const links of days.values()) for (const kept of links.values()) kept.byPartition.delete(partition);
  };

  return {
    position: (partition) => Promise.resolve(positions.get(partition)),
    add: ({ partition, from, to, additions }) => {
      if (positions.get(partition) !== from) return Promise.resolve({ kind: 'elsewhere' });
      addAll(partition, additions);
      positions.set(partition, to);
      return Promise.resolve({ kind: 'added' });
    },
    seed: async ({ partition, position, additions, replaces }) => {
      const pages: LiveAddition[][] = [];
      for await (const page of pagesOf(additions)) pages.push(page);
      if (replaces !== undefined && replaces !== (positions.get(partition) ?? 'nothing'))
        return { kind: 'elsewhere' };
      forgetPartition(partition);
      for (const page of pages) addAll(partition, page);
      positions.set(partition, position);
      return { kind: 'seeded' };
    },
    read: ({ workspaceId, linkId }, wanted) => {
      const { first } = liveDays(clock.now());
      const found: LiveDay[] = [];
      for (const day of wanted) {
        const kept = days.get(day)?.get(linkId);
        if (day < first || !kept || kept.workspaceId !== workspaceId || kept.byPartition.size === 0) continue;
        const sum = emptyLiveDay(day);
        for (const counts of kept.byPartition.values()) addToLiveDay(sum, counts);
        found.push(sum);
      }
      return Promise.resolve(found);
    },
    erase: (linkId) => {
      for (const links of days.values()) links.delete(linkId);
      return Promise.resolve();
    },
    close: () => {
      days.clear();
      positions.clear();
      return Promise.resolve();
    },
  };
}
