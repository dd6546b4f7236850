// Applies the cardinality cap of referrers to aggregated rows. A replay gives the same rows, even with the sets that
// later batches left: a set only grows, and a full one never changes.

import { admitHost, capReferrers, REFERRER_CAP } from '@kurz/click-event';
import type { LinkDayCounts } from './link-day-counts';
import { inCodeUnitOrder, withKeysInOrder } from './in-code-unit-order';

/** `admitted` returns the set of hosts that a link's day has admitted so far; new hosts are added to that set. */
export function capRowReferrers(
  aggregated: readonly LinkDayCounts[],
  admitted: (linkId: string, day: string) => Set<string>,
  cap = REFERRER_CAP,
): LinkDayCounts[] {
  return aggregated.map((row) => {
    const { workspaceId, linkId, day, requests, bots, qr, byHour, by } = row;
    const hosts = admitted(linkId, day);
    // in the order of the hosts, so that the order of visits does not decide which are admitted
    const ordered = [...by.referrer].sort(([a], [b]) => inCodeUnitOrder(a, b));
    const capped = capReferrers(ordered, (host) => admitHost(host, hosts, cap));
    const referrer = withKeysInOrder(capped);
    return { workspaceId, linkId, day, requests, bots, qr, byHour, by: { ...by, referrer } };
  });
}
