// Decides which referrer hosts a plan's rows name. The first time what the stores hold decides; a plan that is written
// again decides as it did before, whatever others have let in since: as this process remembers, or as its rows say.
// So a replay replaces exactly the rows that are there, also beside other partitions and other processes.

import type { ClickHouse, RowOrigin } from '@kurz/click-tables';
import { admitReferrers } from '../../aggregate/admit-referrers';
import type { FoldedLinkDay } from '../../aggregate/folded-link-day';
import { hasHosts, type AdmittedReferrers } from './admitted-referrers';
import { linkDayOf } from './link-day-lists';
import { readWrittenReferrers } from './read-written-referrers';

type Decided = { from: number; hosts: Map<string, Set<string>> };

/** One owner's of its partitions: what it remembers of one that others had meanwhile may not hold any more. */
export type DecideReferrers = {
  /** `isReplay`: rows of this plan may be in ClickHouse. */
  decide: (
    origin: RowOrigin,
    folded: readonly FoldedLinkDay[],
    isReplay: boolean,
  ) => Promise<FoldedLinkDay[]>;
  /** Whether `decide` was called for this plan before. */
  remembers: (origin: RowOrigin) => boolean;
  /** The plan is committed: it is not written again. */
  settle: (partition: number) => void;
};

const hostsOf = (row: FoldedLinkDay) =>
  new Set([...row.by.referrer.keys()].filter((key) => !key.startsWith('~')));

export function makeDecideReferrers(deps: {
  clickHouse: ClickHouse;
  referrers: AdmittedReferrers;
}): DecideReferrers {
  const remembered = new Map<number, Decided>();

  const rememberedOf = ({ stream_partition, plan_from }: RowOrigin) => {
    const mine = remembered.get(stream_partition);
    return mine?.from === plan_from ? mine : undefined;
  };

  const decidedBefore = async (origin: RowOrigin, folded: readonly FoldedLinkDay[], isReplay: boolean) => {
    if (!isReplay) return new Map<string, Set<string>>();
    return rememberedOf(origin)?.hosts ?? readWrittenReferrers(deps.clickHouse, origin, folded);
  };

  return {
    decide: async (origin, folded, isReplay) => {
      const before = await decidedBefore(origin, folded, isReplay);
      const isNew = (row: FoldedLinkDay) => !before.has(linkDayOf(row.linkId, row.day));
      const withHosts = new Set(folded.filter(hasHosts));
      const admitted = await deps.referrers.load([...withHosts].filter(isNew));
      const named = new Map<string, Set<string>>();
      const decide = (row: FoldedLinkDay): FoldedLinkDay[] => {
        const linkDay = linkDayOf(row.linkId, row.day);
        const hosts = before.get(linkDay);
        const kept = hosts ? admitReferrers([row], () => hosts, hosts.size) : admitReferrers([row], admitted);
        for (const one of kept) named.set(linkDay, hostsOf(one));
        return kept;
      };
      const decided = folded.flatMap((row) => (withHosts.has(row) ? decide(row) : row));
      remembered.set(origin.stream_partition, { from: origin.plan_from, hosts: named });
      return decided;
    },
    remembers: (origin) => rememberedOf(origin) !== undefined,
    settle: (partition) => void remembered.delete(partition),
  };
}
