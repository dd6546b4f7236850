// Renews the session's cookies. A refresh token is good for one renewal, so that tabs of one browser take turns and one
// renewal serves them all.

import { readLanguage } from '../i18n/language';
import { readStored, writeStored } from '../browser/stored';

const RENEWED_AT = 'renewed-at';

async function renew(since: number): Promise<boolean> {
  // another tab renewed while this one waited for its turn
  if (Number(readStored(RENEWED_AT) ?? 0) > since) return true;
  try {
    const answer = await fetch('/x/session/refresh', {
      method: 'POST',
      headers: { 'X-Requested-With': 'kurz-console', 'Accept-Language': readLanguage() },
    });
    if (answer.ok) writeStored(RENEWED_AT, String(Date.now()));
    return answer.ok;
  } catch {
    return false;
  }
}

let underWay: Promise<boolean> | undefined;

/** Renews the session if it was not renewed after `since` (ms). Resolves with whether there is one now. */
export function renewSession(since: number): Promise<boolean> {
  underWay ??= navigator.locks
    .request('kurz-renew-session', () => renew(since))
    .finally(() => (underWay = undefined));
  return underWay;
}
