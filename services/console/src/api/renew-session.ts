// Renews the session's cookies. A refresh token is good for one renewal, so that tabs of one browser take turns and one
// renewal serves them all.

import { readLanguage } from '../i18n/language';
import { readStored, writeStored } from '../browser/stored';
import { ApiError } from './api-error';

const RENEWED_AT = 'renewed-at';
const SIGNED_OUT = 401;
/** Of a tab that is told that another renewed. */
const TRIES = 5;

export type Renewal =
  | { kind: 'renewed' }
  /** There is no session any more. */
  | { kind: 'ended' }
  /** Whether there is one cannot be said now; the answer says why. */
  | { kind: 'refused'; answer: Response }
  | { kind: 'unreached' };

/** A later moment than now is of a clock that was wrong and has been set back: it says nothing. */
function wasRenewedAfter(since: number): boolean {
  const at = Number(readStored(RENEWED_AT) ?? 0);
  return at > since && at <= Date.now();
}

const sendRenewal = () =>
  fetch('/x/session/refresh', {
    method: 'POST',
    headers: { 'X-Requested-With': 'kurz-console', 'Accept-Language': readLanguage() },
  });

/** Seconds until the cookies of another tab's renewal are expected; undefined: there was none. */
async function untilReplaced(answer: Response): Promise<number | undefined> {
  const { code, retryAfter = 1 } = ApiError.of(answer, await answer.json().catch(() => undefined));
  return code === 'SESSION_REPLACED' ? retryAfter : undefined;
}

async function renew(since: number, tries = TRIES): Promise<Renewal> {
  // another tab renewed while this one waited for its turn
  if (wasRenewedAfter(since)) return { kind: 'renewed' };
  try {
    const answer = await sendRenewal();
    if (answer.status === SIGNED_OUT) {
      const seconds = tries > 1 ? await untilReplaced(answer) : undefined;
      if (seconds === undefined) return { kind: 'ended' };
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      return await renew(since, tries - 1);
    }
    if (!answer.ok) return { kind: 'refused', answer };
    writeStored(RENEWED_AT, String(Date.now()));
    return { kind: 'renewed' };
  } catch {
    return { kind: 'unreached' };
  }
}

/** Pages of plain HTTP elsewhere than on this machine have no locks: there the service tells one of two tabs to try again. */
const inTurn = (work: () => Promise<Renewal>): Promise<Renewal> =>
  'locks' in navigator ? navigator.locks.request('kurz-renew-session', work) : work();

let underWay: Promise<Renewal> | undefined;

/** Renews the session if it was not renewed after `since` (ms). Several requests may wait for one renewal. */
export function renewSession(since: number): Promise<Renewal> {
  underWay ??= inTurn(() => renew(since)).finally(() => (underWay = undefined));
  return underWay;
}
