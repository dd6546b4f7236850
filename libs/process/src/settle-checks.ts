// Asks every part of a process whether it works, side by side and for a bounded time: what /readyz answers.

import { within } from '@kurz/resilience';

/** One part's question: resolves with true when it works; an error counts as no. */
export type HealthCheck = () => Promise<boolean>;

/** Shorter than the timeout of usual probes. */
const PATIENCE_MS = 800;

async function holds(check: HealthCheck, patienceMs: number): Promise<boolean> {
  try {
    return await within(patienceMs, check());
  } catch {
    return false;
  }
}

/** What each check says; one that has not answered by then says no. */
export async function settleChecks(
  checks: Readonly<Record<string, HealthCheck>>,
  patienceMs = PATIENCE_MS,
): Promise<Record<string, boolean>> {
  const asked = Object.entries(checks).map(
    async ([name, check]) => [name, await holds(check, patienceMs)] as const,
  );
  return Object.fromEntries(await Promise.all(asked));
}
