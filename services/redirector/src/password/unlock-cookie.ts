// The cookie of a visitor who has given the password of a link: `<until, seconds>.<MAC>`. It opens only this link, and
// ends with the password.

import { timingSafeEqual } from 'node:crypto';
import { macUnderHash } from './mac-under-hash';

const NAME = 'kurz_link';
export const UNLOCKED_SECONDS = 3_600;
/** A browser sends one for each path that fits; further ones are made up by the client. */
const MAX_CHECKED = 4;
const VALUE = /^(\d{1,12})\.([\w-]{43})$/;

/** A client's cookie that may open a link; its MAC is not checked yet. */
export type UnlockClaim = { until: number; mac: string };

type Lock = { linkId: string; passwordHash: string };

const macOf = ({ linkId, passwordHash }: Lock, until: number): string =>
  macUnderHash(passwordHash, 'cookie of an unlocked link, version 1', `${linkId} ${until}`);

/** The claims of the Cookie header that have not ended. `now`: ms since the epoch. */
export function unlockClaimsOf(cookie: string, now: number): UnlockClaim[] {
  if (!cookie.includes(NAME)) return [];
  const claims: UnlockClaim[] = [];
  for (const pair of cookie.split(';')) {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    const [, seconds, mac] = name === NAME ? (VALUE.exec(value) ?? []) : [];
    if (seconds === undefined || mac === undefined) continue;
    const until = Number(seconds);
    const left = until - now / 1_000;
    if (left > 0 && left <= UNLOCKED_SECONDS + 1) claims.push({ until, mac });
    if (claims.length === MAX_CHECKED) break;
  }
  return claims;
}

export function isUnlockedBy(claims: readonly UnlockClaim[], lock: Lock): boolean {
  return claims.some(({ until, mac }) => timingSafeEqual(Buffer.from(macOf(lock, until)), Buffer.from(mac)));
}

/** The Set-Cookie header. `path`: that of the short address. */
export function unlockCookie(
  lock: Lock,
  { path, isSecure, now }: { path: string; isSecure: boolean; now: number },
): string {
  const until = Math.floor(now / 1_000) + UNLOCKED_SECONDS;
  const attributes = `Path=${path}; Max-Age=${UNLOCKED_SECONDS}; HttpOnly; SameSite=Lax`;
  return `${NAME}=${until}.${macOf(lock, until)}; ${attributes}${isSecure ? '; Secure' : ''}`;
}
