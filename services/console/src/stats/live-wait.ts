// How long figures that are watched are left before they are asked for again.

import { ApiError } from '../api/api-error';

const LIVE_MS = 2_000;
const LONGEST_MS = 60_000;

type State = {
  error: unknown;
  /** When figures were read last, ms since the epoch; 0: never. */
  dataUpdatedAt: number;
};

/**
 * Two seconds. After a refusal with `Retry-After`, until then. After any other failure half as long as there were no
 * figures, so that the waits grow by half each time, up to a minute.
 */
export function liveWait({ error, dataUpdatedAt }: State, now: number): number {
  if (!error) return LIVE_MS;
  if (error instanceof ApiError && error.retryAfter !== undefined)
    return Math.max(LIVE_MS, error.retryAfter * 1_000);
  return Math.min(LONGEST_MS, Math.max(LIVE_MS, (now - dataUpdatedAt) / 2));
}
