// The two cookies of a session as Set-Cookie values. The access cookie goes with every request below /x; the refresh
// cookie only with those that renew or end the session, and never with one that another site began.

import { ACCESS_SECONDS } from './access-token';

export const ACCESS_COOKIE = 'kurz_session';
export const REFRESH_COOKIE = 'kurz_refresh';

export const REFRESH_SECONDS = 30 * 24 * 3_600;

const ACCESS_PLACE = 'Path=/x; HttpOnly; SameSite=Lax';
const REFRESH_PLACE = 'Path=/x/session; HttpOnly; SameSite=Strict';

const secured = (isSecure: boolean) => (isSecure ? '; Secure' : '');

export function sessionCookiesOf(
  tokens: { accessToken: string; refreshToken: string },
  isSecure: boolean,
): string[] {
  const { accessToken, refreshToken } = tokens;
  return [
    `${ACCESS_COOKIE}=${accessToken}; Max-Age=${ACCESS_SECONDS}; ${ACCESS_PLACE}${secured(isSecure)}`,
    `${REFRESH_COOKIE}=${refreshToken}; Max-Age=${REFRESH_SECONDS}; ${REFRESH_PLACE}${secured(isSecure)}`,
  ];
}

/** Makes the browser forget both. */
export function clearedCookiesOf(isSecure: boolean): string[] {
  return [
    `${ACCESS_COOKIE}=; Max-Age=0; ${ACCESS_PLACE}${secured(isSecure)}`,
    `${REFRESH_COOKIE}=; Max-Age=0; ${REFRESH_PLACE}${secured(isSecure)}`,
  ];
}
