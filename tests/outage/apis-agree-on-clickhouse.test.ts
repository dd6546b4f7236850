// Two API processes while ClickHouse is away: each notices by itself that it is back, with and without requests, so
// that a client's answers do not flip between the two processes.

import { createWorkspaceToken } from '@kurz/api';
import { startClickHouse, type TestClickHouse } from '@kurz/backends';
import { until } from '../until';
import { WORKSPACE } from '../stores/redirector/stored-links';
import { openLinkWorld, PEPPER, type LinkApi, type LinkWorld } from './links/link-world';

let world: LinkWorld;
let clickHouse: TestClickHouse;
let apis: LinkApi[];
let token: string;

beforeAll(async () => {
  world = await openLinkWorld();
  clickHouse = await startClickHouse();
  const { url, database } = clickHouse.options;
  const settings = { KURZ_CLICKHOUSE_URL: url, KURZ_CLICKHOUSE_DATABASE: database };
  apis = [await world.startApi(settings), await world.startApi(settings)];
  const scopes = ['links:write', 'stats:read'] as const;
  const made = await createWorkspaceToken(world.db, PEPPER, {
    workspaceId: WORKSPACE,
    name: 'stats',
    scopes,
  });
  if (made.kind !== 'created') throw new Error(`the setup ended with ${made.kind}`);
  token = made.secret;
  const link = { slug: 'watched', url: 'https://example.com/' };
  expect((await apis[0]?.call('POST', '/urls', link, token))?.status).toBe(201);
});
afterAll(async () => {
  await world.close();
  await clickHouse.close();
});

async function freshnessOf(api: LinkApi): Promise<string> {
  const { text } = await api.call('GET', '/urls/watched/stats', undefined, token);
  return /"freshness":"(\w+)"/.exec(text)?.[1] ?? text;
}
const freshness = () => Promise.all(apis.map(freshnessOf));

async function isAway(api: LinkApi): Promise<boolean> {
  const { text = '' } = (await api.ask('/metrics')) ?? {};
  return /^kurz_api_clickhouse_away 1$/m.test(text);
}
const away = () => Promise.all(apis.map(isAway));

test('when ClickHouse is back, both know without a request, and neither is degraded any more', async () => {
  expect(await freshness()).toEqual(['todayLive', 'todayLive']);
  expect(await away()).toEqual([false, false]);
  clickHouse.freeze();
  // one after the other, as requests happen to come
  for (const api of apis) {
    await until(async () => (await freshnessOf(api)) === 'degraded' && isAway(api), {
      what: 'the API has given up',
    });
  }
  expect(await freshness()).toEqual(['degraded', 'degraded']);
  clickHouse.thaw();
  await until(async () => !(await away()).includes(true), { what: 'both have noticed' });
  for (let asked = 0; asked < 5; asked++) expect(await freshness()).toEqual(['todayLive', 'todayLive']);
});
