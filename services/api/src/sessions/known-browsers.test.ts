import { makeKnownBrowsers } from './known-browsers';

const clock = { now: () => Date.parse('2026-03-01T12:00:00Z') };
const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const account = { userId: 'usr_1', passwordHash: 'hash' };
const cookiesOf = (setCookie: string) => ({
  kurz_browser: /^kurz_browser=([^;]*)/.exec(setCookie)?.[1] ?? '',
});

test('a cookie of the older key is good while both are known, and made anew under the newest', () => {
  const before = makeKnownBrowsers({ clock }, { keys: [older] });
  const both = makeKnownBrowsers({ clock }, { keys: [newer, older] });
  const after = makeKnownBrowsers({ clock }, { keys: [newer] });
  const cookies = cookiesOf(before.cookieOf(account, { cookies: {}, isSecure: true }));
  expect(both.idOf(account, cookies)).toBeDefined();
  expect(after.idOf(account, cookies)).toBeUndefined();
  const renewed = cookiesOf(both.cookieOf(account, { cookies, isSecure: true }));
  expect(after.idOf(account, renewed)).toBeDefined();
});

test('a browser is known to the last four accounts that signed in there', () => {
  const browsers = makeKnownBrowsers({ clock }, { keys: [newer] });
  const accounts = [1, 2, 3, 4, 5].map((number) => ({ userId: `usr_${number}`, passwordHash: 'hash' }));
  let cookies = {};
  for (const one of accounts) cookies = cookiesOf(browsers.cookieOf(one, { cookies, isSecure: true }));
  const known = accounts.map((one) => browsers.idOf(one, cookies) !== undefined);
  expect(known).toEqual([false, true, true, true, true]);
});

test('an account without a password knows no browser', () => {
  const browsers = makeKnownBrowsers({ clock }, { keys: [newer] });
  const without = { ...account, passwordHash: null };
  const cookies = cookiesOf(browsers.cookieOf(without, { cookies: {}, isSecure: true }));
  expect(browsers.idOf(without, cookies)).toBeUndefined();
});
