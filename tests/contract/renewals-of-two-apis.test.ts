// Two tabs of one browser renew their session at once, each at a different API. The session goes on, even when the
// APIs' clocks differ.

import { addPerson, openBrowser } from './console-browser';
import { makeOtherApi } from './make-other-api';
import { startApi, type TestApi } from './start-api';
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
  const other = makeOtherApi(api, {}, { clock: { now: () => Date.now() + difference } });
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
