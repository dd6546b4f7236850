// Caps the referrer hosts of a link's day: it keeps a budget of them, the tail becomes `~other`. A replay with the sets of
// the first run (or what later plans made of them) gives the same rows: a set only grows, and a host is turned away only
// when the set is full, after which it grows no more.
import type { HumansByKey } from '@kurz/live-clicks';
import { ownCopy } from '../classify';
import type { FoldedLinkDay } from './folded-link-day';
import { inCodeUnitOrder, withKeysInOrder } from './in-code-unit-order';

const DIRECT = '~direct';
const OTHER = '~other';

/** Hosts that a link's day may name. */
export const REFERRER_BUDGET = 200;

/** `admitted` gives the hosts that a link's day has let in so far; new ones are added to that very set. */
export function admitReferrers(
  folded: readonly FoldedLinkDay[],
  admitted: (linkId: string, day: string) => Set<string>,
  budget = REFERRER_BUDGET,
): FoldedLinkDay[] {
  return folded.map((row) => {
    const { workspaceId, linkId, day, requests, bots, qr, byHour, by } = row;
    const referrer = withinBudget(by.referrer, admitted(linkId, day), budget);
    return { workspaceId, linkId, day, requests, bots, qr, byHour, by: { ...by, referrer } };
  });
}

function withinBudget(hosts: HumansByKey, admitted: Set<string>, budget: number): Map<string, number> {
  const kept = new Map<string, number>();
  // In order of the host, so that who is let in does not depend on who came first.
  for (const [host, humans] of [...hosts].sort(([a], [b]) => inCodeUnitOrder(a, b))) {
    const key = isAdmitted(host, admitted, budget) ? host : OTHER;
    kept.set(key, (kept.get(key) ?? 0) + humans);
  }
  return withKeysInOrder(kept);
}

function isAdmitted(host: string, admitted: Set<string>, budget: number): boolean {
  if (host === DIRECT || host === OTHER || admitted.has(host)) return true;
  if (admitted.size >= budget) return false;
  admitted.add(ownCopy(host));
  return true;
}
