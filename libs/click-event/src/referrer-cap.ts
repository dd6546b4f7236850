// The cardinality cap of referrers: each link and day has a bounded number of hosts. The humans of all other hosts are
// counted under `~other`.

import { ownCopy } from './own-copy';

/** Most referrer hosts per link and day. */
export const REFERRER_CAP = 200;

const OTHER = '~other';

/** `~direct` and `~other` are keys, not hosts. */
export const isReferrerHost = (key: string) => !key.startsWith('~');

/**
 * Whether `host` is in the set, which takes new hosts until it has `cap`. The set only grows, so a host that was
 * admitted once stays admitted.
 */
export function admitHost(host: string, admitted: Set<string>, cap = REFERRER_CAP): boolean {
  if (admitted.has(host)) return true;
  if (admitted.size >= cap) return false;
  admitted.add(ownCopy(host));
  return true;
}

/** The same humans by key, with `~other` for hosts that `isAdmitted` refuses. Calls `isAdmitted` once per host. */
export function capReferrers(
  humans: Iterable<[string, number]>,
  isAdmitted: (host: string) => boolean,
): Map<string, number> {
  const capped = new Map<string, number>();
  for (const [host, count] of humans) {
    const key = !isReferrerHost(host) || isAdmitted(host) ? host : OTHER;
    capped.set(key, (capped.get(key) ?? 0) + count);
  }
  return capped;
}
