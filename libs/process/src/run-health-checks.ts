// Runs the health checks of all parts of a process, in parallel and within a time limit: what /readyz answers.

import { within } from '@kurz/resilience';

/** The check of one part: resolves with true when it works; an error counts as false. */
export type HealthCheck = () => Promise<boolean>;

/** Shorter than the timeout of usual probes. */
const TIMEOUT_MS = 800;

async function holds(check: HealthCheck, timeoutMs: number): Promise<boolean> {
  try {
    return await within(timeoutMs, check());
  } catch {
    return false;
  }
}

/** The result of each check; false for a check that has not answered within `timeoutMs`. */
export async function runHealthChecks(
  checks: Readonly<Record<string, HealthCheck>>,
  timeoutMs = TIMEOUT_MS,
): Promise<Record<string, boolean>> {
  const results = Object.entries(checks).map(
    async ([name, check]) => [name, await holds(check, timeoutMs)] as const,
  );
  return Object.fromEntries(await Promise.all(results));
}
