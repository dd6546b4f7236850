// Holds the referrer hosts of one link and day to the budget: the tail of a batch's counts goes under `~other`.

import type { HumansByKey } from './live-clicks';

/** Different referrer hosts of a link and day; `~direct` and `~other` are none. */
export const REFERRER_BUDGET = 200;
const OTHER = '~other';

export const isReferrerHost = (key: string) => !key.startsWith('~');

/** `admits` is asked once for each host. */
export function foldReferrers(hosts: HumansByKey, admits: (host: string) => boolean): Map<string, number> {
  const kept = new Map<string, number>();
  for (const [host, humans] of hosts) {
    const key = !isReferrerHost(host) || admits(host) ? host : OTHER;
    kept.set(key, (kept.get(key) ?? 0) + humans);
  }
  return kept;
}

/** `admitted` only grows: a host once let in stays in. */
export function withinReferrerBudget(hosts: HumansByKey, admitted: Set<string>): Map<string, number> {
  return foldReferrers(hosts, (host) => {
    if (admitted.size < REFERRER_BUDGET) admitted.add(host);
    return admitted.has(host);
  });
}
