// Renews the session's cookies. A refresh token is valid for one renewal, so the tabs of a browser take turns, and one
// renewal serves all of them.

import { readLanguage } from '../i18n/language';
import { readStored, writeStored } from '../browser/stored';
import { ApiError } from './api-error';

const RENEWED_AT = 'renewed-at';
const SIGNED_OUT = 401;
/** How often a tab tries when the service says that another tab has renewed. */
const ATTEMPTS = 5;

export type Renewal =
  | { kind: 'renewed' }
  /** The session no longer exists. */
  | { kind: 'ended' }
  /** Whether the session exists is unknown; the response says why. */
  | { kind: 'refused'; answer: Response }
  | { kind: 'unreached' };

/** Ignores a stored time in the future, which comes from a wrong clock that has been set back. */
function wasRenewedAfter(since: number): boolean {
  const at = Number(readStored(RENEWED_AT) ?? 0);
  return at > since && at <= Date.now();
}

const sendRenewal = () =>
  fetch('/x/session/refresh', {
    method: 'POST',
    headers: { 'X-Requested-With': 'kurz-console', 'Accept-Language': readLanguage() },
  });

/** Seconds until the cookies of another tab's renewal are expected; undefined when no other tab has renewed. */
async function untilReplaced(answer: Response): Promise<number | undefined> {
  const { code, retryAfter = 1 } = ApiError.of(answer, await answer.json().catch(() => undefined));
  return code === 'SESSION_REPLACED' ? retryAfter : undefined;
}

async function renew(since: number, attempts = ATTEMPTS): Promise<Renewal> {
  // another tab renewed while this one waited for its turn
  if (wasRenewedAfter(since)) return { kind: 'renewed' };
  try {
    const answer = await sendRenewal();
    if (answer.status === SIGNED_OUT) {
      const seconds = attempts > 1 ? await untilReplaced(answer) : undefined;
      if (seconds === undefined) return { kind: 'ended' };
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      return await renew(since, attempts - 1);
    }
    if (!answer.ok) return { kind: 'refused', answer };
    writeStored(RENEWED_AT, String(Date.now()));
    return { kind: 'renewed' };
  } catch {
    return { kind: 'unreached' };
  }
}

/** Over plain HTTP, except on this machine, pages have no locks: there the service tells one of two tabs to retry. */
const inTurn = (work: () => Promise<Renewal>): Promise<Renewal> =>
  'locks' in navigator ? navigator.locks.request('kurz-renew-session', work) : work();

let underWay: Promise<Renewal> | undefined;

/** Renews the session if it was not renewed after `since` (ms). Several requests may wait for one renewal. */
export function renewSession(since: number): Promise<Renewal> {
  underWay ??= inTurn(() => renew(since)).finally(() => (underWay = undefined));
  return underWay;
}
