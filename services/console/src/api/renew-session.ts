// Renews the session's cookies. A refresh token is good for one renewal, so that tabs of one browser take turns and one
// renewal serves them all.

import { readLanguage } from '../i18n/language';
import { readStored, writeStored } from '../browser/stored';

const RENEWED_AT = 'renewed-at';
const SIGNED_OUT = 401;

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

async function renew(since: number): Promise<Renewal> {
  // another tab renewed while this one waited for its turn
  if (wasRenewedAfter(since)) return { kind: 'renewed' };
  try {
    const answer = await fetch('/x/session/refresh', {
      method: 'POST',
      headers: { 'X-Requested-With': 'kurz-console', 'Accept-Language': readLanguage() },
    });
    if (answer.status === SIGNED_OUT) return { kind: 'ended' };
    if (!answer.ok) return { kind: 'refused', answer };
    writeStored(RENEWED_AT, String(Date.now()));
    return { kind: 'renewed' };
  } catch {
    return { kind: 'unreached' };
  }
}

let underWay: Promise<Renewal> | undefined;

/** Renews the session if it was not renewed after `since` (ms). Several requests may wait for one renewal. */
export function renewSession(since: number): Promise<Renewal> {
  underWay ??= navigator.locks
    .request('kurz-renew-session', () => renew(since))
    .finally(() => (underWay = undefined));
  return underWay;
}
