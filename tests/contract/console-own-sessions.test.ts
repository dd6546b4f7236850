// A person's own sessions: listed without secrets; ending one, all others or all.

import { addPerson, openBrowser, PASSWORD, type Browser } from './console-browser';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

const DAY = 24 * 3_600_000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0 private';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';

let api: TestApi;
let now = Date.parse('2026-03-01T12:00:00.000Z');
beforeAll(async () => {
  api = await startApi({ clock: { now: () => now } });
});
afterAll(() => api.close());

type Session = {
  id: string;
  createdAt: string;
  lastUsedOn: string;
  browser: string | null;
  system: string | null;
  isCurrent: boolean;
};

const listOf = async (browser: Browser) =>
  (await browser.call<{ sessions: Session[] }>('GET', '/sessions')).body.sessions;
const statusOfMe = async (browser: Browser) => (await browser.call('GET', '/me')).status;
const currentOf = async (browser: Browser) =>
  (await listOf(browser)).find(({ isCurrent }) => isCurrent)?.id ?? '';

async function addBrowser(email: string, agent = FIREFOX): Promise<Browser> {
  const browser = openBrowser(api);
  const body = { email, password: PASSWORD };
  const { status } = await browser.call('POST', '/session', { body, headers: { 'user-agent': agent } });
  expect(status).toBe(200);
  return browser;
}

test('are listed with the day of their last use, browser and system in words; the current one is marked', async () => {
  const { email } = await addPerson(api);
  const madeAt = new Date(now).toISOString();
  const [firefox, safari] = [await addBrowser(email), await addBrowser(email, SAFARI)];
  now += 3 * DAY;
  await firefox.call('POST', '/session/refresh', { headers: { 'user-agent': FIREFOX } });
  const sessions = await listOf(firefox);
  expect(sessions).toHaveLength(3);
  expect(sessions[0]).toMatchObject({
    createdAt: madeAt,
    lastUsedOn: new Date(now).toISOString().slice(0, 10),
    browser: 'Firefox',
    system: 'Windows',
    isCurrent: true,
  });
  const other = sessions.find(({ browser }) => browser === 'Safari');
  expect(other).toMatchObject({ lastUsedOn: madeAt.slice(0, 10), system: 'macOS', isCurrent: false });
  const shown = JSON.stringify(sessions);
  for (const jar of [firefox, safari])
    for (const secret of jar.cookies.values()) expect(shown).not.toContain(secret);
  const rows = await api.db.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('private');
});

test('one is ended at once, and the others go on', async () => {
  const { email, browser } = await addPerson(api);
  const other = await addBrowser(email);
  const id = await currentOf(other);
  const ended = await browser.call('DELETE', `/sessions/${id}`);
  expect([ended.status, ended.setCookies]).toEqual([204, []]);
  expect([await statusOfMe(other), await statusOfMe(browser)]).toEqual([401, 200]);
  expect((await other.call('POST', '/session/refresh')).status).toBe(401);
  expect(await listOf(browser)).toHaveLength(1);
});

test('the current one can be ended as well, and the browser forgets it', async () => {
  const { browser } = await addPerson(api);
  expect((await browser.call('DELETE', `/sessions/${await currentOf(browser)}`)).status).toBe(204);
  expect([...browser.cookies.keys()]).toEqual(['kurz_browser']);
});

test('all others are ended at once', async () => {
  const { email, browser } = await addPerson(api);
  const others = [await addBrowser(email), await addBrowser(email)];
  expect((await browser.call('DELETE', '/sessions/others')).status).toBe(204);
  for (const other of others) expect(await statusOfMe(other)).toBe(401);
  expect(await listOf(browser)).toHaveLength(1);
});

test('of another person, ended or unknown: 404, and nothing happens', async () => {
  const [{ browser, email }, stranger] = [await addPerson(api), await addPerson(api)];
  const ended = await addBrowser(email);
  const endedId = await currentOf(ended);
  await ended.call('DELETE', '/session');
  for (const id of [await currentOf(stranger.browser), endedId, 'ses_unknown', '%00', "' OR 1=1 --"]) {
    const path = `/sessions/${encodeURIComponent(decodeURIComponent(id))}`;
    const refused = await browser.call<ErrorAnswer>('DELETE', path);
    expect([refused.status, refused.body.code]).toEqual(
      id === '%00' ? [400, 'VALIDATION_FAILED'] : [404, 'NOT_FOUND'],
    );
  }
  expect(await statusOfMe(stranger.browser)).toBe(200);
  expect((await listOf(browser)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
});

test('one that ran out is not listed', async () => {
  const { email } = await addPerson(api);
  now += 30 * DAY;
  const browser = await addBrowser(email);
  expect(await listOf(browser)).toHaveLength(1);
});

test('are 100 at most: a further sign-in ends the one that was used longest ago', async () => {
  const { browser: first, email } = await addPerson(api);
  now += 1_000;
  const second = await addBrowser(email);
  now += 1_000;
  await first.call('POST', '/session/refresh');
  const others: Browser[] = [];
  while (others.length < 98) {
    others.push(await addBrowser(email));
    now += 1;
  }
  expect(await listOf(first)).toHaveLength(100);
  const [last, one] = [await addBrowser(email), others[0]];
  expect(await listOf(last)).toHaveLength(100);
  expect(await statusOfMe(second)).toBe(401);
  expect((await second.call('POST', '/session/refresh')).status).toBe(401);
  for (const open of [first, last, ...(one ? [one] : [])]) expect(await statusOfMe(open)).toBe(200);
});
