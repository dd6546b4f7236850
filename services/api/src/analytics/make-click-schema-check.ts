// The part of the API's readiness that checks whether ClickHouse's tables are those that this build reads. The check
// does not fail while ClickHouse is away: links are served, and stats say that they are degraded.

import { type HealthCheck, type Log } from '@kurz/process';
import { within } from '@kurz/resilience';

const TIMEOUT_MS = 400;

/**
 * False only when the tables were seen to be too old. Asks no more once they were seen to be current. Concurrent checks
 * share one question, so that they take no more connections of a silent ClickHouse.
 */
export function makeClickSchemaCheck(deps: { isCurrent: () => Promise<boolean>; log: Log }): HealthCheck {
  let isCurrent = false;
  let isReported = false;
  let looking: Promise<boolean> | undefined;
  const lookOnce = async (): Promise<boolean> => {
    try {
      isCurrent = await deps.isCurrent();
    } catch {
      return true;
    }
    if (!isCurrent && !isReported) {
      deps.log.error({
        event: 'click_schema_outdated',
        runbook: 'The database schema is older than the program',
      });
      isReported = true;
    }
    return isCurrent;
  };
  const look = () => (looking ??= lookOnce().finally(() => (looking = undefined)));
  // half of what readiness waits: a silent ClickHouse must not be taken for an old one
  return async () => isCurrent || within(TIMEOUT_MS, look()).catch(() => true);
}
