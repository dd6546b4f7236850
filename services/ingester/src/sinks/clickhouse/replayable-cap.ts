// The cardinality cap of referrers for a batch that may be written twice. The first time, the hosts that ClickHouse
// holds decide. A replay decides as the first run did, whatever others have admitted since: from memory, or from the
// rows that the first run wrote. So a replay replaces exactly the rows that are there, also beside other partitions and
// processes.

import { isReferrerHost } from '@kurz/click-event';
import type { ClickHouse, RowOrigin } from '@kurz/click-tables';
import { capRowReferrers } from '../../aggregate/cap-row-referrers';
import type { LinkDayCounts } from '../../aggregate/link-day-counts';
import { hasHosts, type AdmittedReferrers } from './admitted-referrers';
import { linkDayOf } from './link-day-lists';
import { readWrittenReferrers } from './read-written-referrers';

type Admitted = { from: number; hosts: Map<string, Set<string>> };

/** Belongs to one owner of a partition: after another process owned it, the remembered hosts may be out of date. */
export type ReplayableCap = {
  /** `isReplay`: rows of this batch may be in ClickHouse. */
  apply: (
    origin: RowOrigin,
    aggregated: readonly LinkDayCounts[],
    isReplay: boolean,
  ) => Promise<LinkDayCounts[]>;
  /** The batch is committed: it is not written again. */
  settle: (partition: number) => void;
};

const hostsOf = (row: LinkDayCounts) => new Set([...row.by.referrer.keys()].filter(isReferrerHost));

export function makeReplayableCap(deps: {
  clickHouse: ClickHouse;
  referrers: AdmittedReferrers;
}): ReplayableCap {
  const remembered = new Map<number, Admitted>();

  const rememberedOf = ({ stream_partition, plan_from }: RowOrigin) => {
    const mine = remembered.get(stream_partition);
    return mine?.from === plan_from ? mine : undefined;
  };

  const admittedBefore = async (
    origin: RowOrigin,
    aggregated: readonly LinkDayCounts[],
    isReplay: boolean,
  ) => {
    if (!isReplay) return new Map<string, Set<string>>();
    return rememberedOf(origin)?.hosts ?? readWrittenReferrers(deps.clickHouse, origin, aggregated);
  };

  return {
    apply: async (origin, aggregated, isReplay) => {
      const before = await admittedBefore(origin, aggregated, isReplay);
      const isNew = (row: LinkDayCounts) => !before.has(linkDayOf(row.linkId, row.day));
      const withHosts = new Set(aggregated.filter(hasHosts));
      const admitted = await deps.referrers.load([...withHosts].filter(isNew));
      const named = new Map<string, Set<string>>();
      const cap = (row: LinkDayCounts): LinkDayCounts[] => {
        const linkDay = linkDayOf(row.linkId, row.day);
        const hosts = before.get(linkDay);
        const capped = hosts
          ? capRowReferrers([row], () => hosts, hosts.size)
          : capRowReferrers([row], admitted);
        for (const one of capped) named.set(linkDay, hostsOf(one));
        return capped;
      };
      const capped = aggregated.flatMap((row) => (withHosts.has(row) ? cap(row) : row));
      remembered.set(origin.stream_partition, { from: origin.plan_from, hosts: named });
      return capped;
    },
    settle: (partition) => void remembered.delete(partition),
  };
}
