// The interval at which live figures are polled.

import { ApiError } from '../api/api-error';

const LIVE_MS = 2_000;
const MAX_WAIT_MS = 60_000;

type State = {
  error: unknown;
  /** Time of the last successful read, ms since the epoch; 0 for never. */
  dataUpdatedAt: number;
};

/**
 * Two seconds. After a refusal with `Retry-After`, as long as that says. After any other failure, half the time since
 * the last figures, so that each wait is half as long again as the one before, up to a minute.
 */
export function liveWait({ error, dataUpdatedAt }: State, now: number): number {
  if (!error) return LIVE_MS;
  if (error instanceof ApiError && error.retryAfter !== undefined)
    return Math.max(LIVE_MS, error.retryAfter * 1_000);
  return Math.min(MAX_WAIT_MS, Math.max(LIVE_MS, (now - dataUpdatedAt) / 2));
}
