// Holds the hosts of one link and day to the budget: the memory adapter hands the counts of a batch and the hosts let
// in so far, and gets the counts with the tail under `~other`.

/** Different referrer hosts of a link and day; `~direct` and `~other` are none. */
const BUDGET = 200;
const OTHER = '~other';

/** `admitted` only grows: a host once let in stays in. */
export function withinReferrerBudget(
  hosts: ReadonlyMap<string, number>,
  admitted: Set<string>,
): Map<string, number> {
  const kept = new Map<string, number>();
  for (const [host, humans] of hosts) {
    const isIn = host.startsWith('~') || admitted.has(host) || admitted.size < BUDGET;
    if (isIn && !host.startsWith('~')) admitted.add(host);
    const key = isIn ? host : OTHER;
    kept.set(key, (kept.get(key) ?? 0) + humans);
  }
  return kept;
}
