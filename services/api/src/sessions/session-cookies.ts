// The two cookies of a session and that of a known browser, as Set-Cookie values. The access cookie goes with every
// request below /x. The others go only with requests that begin, renew or end a session, and never with one from
// another site.

import { ACCESS_SECONDS } from './access-token';

export const ACCESS_COOKIE = 'kurz_session';
export const REFRESH_COOKIE = 'kurz_refresh';
export const KNOWN_BROWSER_COOKIE = 'kurz_browser';
export const TICKET_COOKIE = 'kurz_second_factor';
export const PASSKEY_COOKIE = 'kurz_passkey';

/** From the sign-in to the end of the session. */
export const REFRESH_SECONDS = 30 * 24 * 3_600;

const ACCESS_ATTRIBUTES = 'Path=/x; HttpOnly; SameSite=Lax';
const SESSION_ATTRIBUTES = 'Path=/x/session; HttpOnly; SameSite=Strict';

const secured = (isSecure: boolean) => (isSecure ? '; Secure' : '');

export function sessionCookiesOf(
  tokens: { accessToken: string; refreshToken: string },
  isSecure: boolean,
  secondsLeft = REFRESH_SECONDS,
): string[] {
  const { accessToken, refreshToken } = tokens;
  return [
    `${ACCESS_COOKIE}=${accessToken}; Max-Age=${ACCESS_SECONDS}; ${ACCESS_ATTRIBUTES}${secured(isSecure)}`,
    `${REFRESH_COOKIE}=${refreshToken}; Max-Age=${secondsLeft}; ${SESSION_ATTRIBUTES}${secured(isSecure)}`,
  ];
}

/** A browser stays known when the session ends. */
export function knownBrowserCookieOf(value: string, seconds: number, isSecure: boolean): string {
  return `${KNOWN_BROWSER_COOKIE}=${value}; Max-Age=${seconds}; ${SESSION_ATTRIBUTES}${secured(isSecure)}`;
}

/** The cookie between the two steps of a sign-in. */
export function ticketCookieOf(value: string, seconds: number, isSecure: boolean): string {
  return `${TICKET_COOKIE}=${value}; Max-Age=${seconds}; ${SESSION_ATTRIBUTES}${secured(isSecure)}`;
}

export const clearedTicketOf = (isSecure: boolean): string => ticketCookieOf('', 0, isSecure);

/** The cookie between the request for a passkey and its answer. */
export function passkeyCookieOf(value: string, seconds: number, isSecure: boolean): string {
  return `${PASSKEY_COOKIE}=${value}; Max-Age=${seconds}; ${SESSION_ATTRIBUTES}${secured(isSecure)}`;
}

/** Makes the browser forget both cookies of a session. */
export function clearedCookiesOf(isSecure: boolean): string[] {
  return [
    `${ACCESS_COOKIE}=; Max-Age=0; ${ACCESS_ATTRIBUTES}${secured(isSecure)}`,
    `${REFRESH_COOKIE}=; Max-Age=0; ${SESSION_ATTRIBUTES}${secured(isSecure)}`,
  ];
}
