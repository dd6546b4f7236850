// A cookie that recognizes a browser that a person signed in with before. It grants no access: it only gives that
// browser a counter of login attempts of its own. A new password invalidates earlier cookies.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@kurz/process';
import type { KeyRing } from '../access/key-ring';
import type { PublicRequest } from '../http/console-route';
import { KNOWN_BROWSER_COOKIE, knownBrowserCookieOf } from './session-cookies';

const VERSION = '1';
const ID_BYTES = 16;
/** For people who share a browser, or a person's several accounts. The one that signed in longest ago gives way. */
const ACCOUNTS_PER_BROWSER = 4;
export const KNOWN_BROWSER_SECONDS = 365 * 24 * 3_600;

/** `passwordHash`: with its salt, so that each password that is set differs from the last. */
export type KnownAccount = { userId: string; passwordHash: string | null };

export type KnownBrowsers = {
  /** The value of Set-Cookie that makes the browser known to the account, beside those that know it already. */
  cookieOf: (account: KnownAccount, carried: Pick<PublicRequest, 'cookies' | 'isSecure'>) => string;
  /** The id under which the browser is known to the account; undefined when it is not. */
  idOf: (account: KnownAccount, cookies: PublicRequest['cookies']) => string | undefined;
};

/** One account's part of the cookie: `version.id.seconds.mac`. */
type Entry = { text: string; id: string; issuedAt: number; mac: Buffer };

function entryOf(text: string): Entry | undefined {
  const [, id, seconds, mac] = /^1\.([\w-]{22})\.(\d{10,11})\.([\w-]{43})$/.exec(text) ?? [];
  if (id === undefined || seconds === undefined || mac === undefined) return undefined;
  return { text, id, issuedAt: Number(seconds), mac: Buffer.from(mac, 'base64url') };
}

const entriesOf = (cookies: PublicRequest['cookies']) =>
  (cookies[KNOWN_BROWSER_COOKIE] ?? '')
    .split('~', ACCOUNTS_PER_BROWSER)
    .map(entryOf)
    .filter((entry) => entry !== undefined);

function macOf({ userId, passwordHash }: KnownAccount, id: string, issuedAt: number, key: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([VERSION, userId, id, issuedAt, passwordHash]))
    .digest();
}

export function makeKnownBrowsers(deps: { clock: Clock }, settings: { keys: KeyRing }): KnownBrowsers {
  const { keys } = settings;
  const [newest] = keys;
  const seconds = () => Math.floor(deps.clock.now() / 1_000);

  const isOf = (account: KnownAccount, { id, issuedAt, mac }: Entry) =>
    account.passwordHash !== null &&
    issuedAt + KNOWN_BROWSER_SECONDS > seconds() &&
    keys.some((key) => timingSafeEqual(mac, macOf(account, id, issuedAt, key)));

  return {
    cookieOf: (account, { cookies, isSecure }) => {
      const id = randomBytes(ID_BYTES).toString('base64url');
      const issuedAt = seconds();
      const mac = macOf(account, id, issuedAt, newest).toString('base64url');
      const others = entriesOf(cookies).filter((entry) => !isOf(account, entry));
      const texts = [[VERSION, id, issuedAt, mac].join('.'), ...others.map(({ text }) => text)];
      const value = texts.slice(0, ACCOUNTS_PER_BROWSER).join('~');
      return knownBrowserCookieOf(value, KNOWN_BROWSER_SECONDS, isSecure);
    },
    idOf: (account, cookies) => entriesOf(cookies).find((entry) => isOf(account, entry))?.id,
  };
}
