// Two tabs of one browser renew their session at once, each at another API: the session goes on, also where the clocks of
// the APIs differ.

import { makeApi } from '@kurz/api/make-api';
import { makeMetrics, silentLog } from '@kurz/process';
import { addPerson, openBrowser } from './console-browser';
import { PEPPER, startApi, type TestApi } from './start-api';
import { serveApi } from './serve-api';

const MINUTE = 60_000;

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test.each([
  ['ahead', MINUTE],
  ['behind', -MINUTE],
])('a session goes on for two tabs where the clock of one API is %s', async (_, difference) => {
  const { db, clickHouse, linkCache, liveClicks } = api;
  const stores = { db, clickHouses: [clickHouse] as const, linkCache, liveClicks };
  const clock = { now: () => Date.now() + difference };
  const other = makeApi(
    { ...stores, clock, log: silentLog, metrics: makeMetrics() },
    { tokenPepper: PEPPER },
  );
  const { port, close } = await serveApi(other.handle);
  try {
    const { browser } = await addPerson(api);
    const tab = openBrowser({ baseUrl: `http://127.0.0.1:${port}/v1` }, new Map(browser.cookies));
    expect((await browser.call('POST', '/session/refresh')).status).toBe(200);
    const second = await tab.call<{ code: string }>('POST', '/session/refresh');
    expect([second.status, second.body.code]).toEqual([401, 'SESSION_REPLACED']);
    expect((await browser.call('GET', '/me')).status).toBe(200);
  } finally {
    await close();
    await other.close();
  }
});
