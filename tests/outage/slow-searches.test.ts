// One workspace runs searches that PostgreSQL cannot answer in time, many more at once than an API has connections.
// They are refused in time. No other request of that API waits for them, not even a search of another workspace.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { until } from '../until';
import type { ApiAnswer } from './links/api-caller';
import { openLinkWorld, type LinkApi, type LinkWorld } from './links/link-world';
import { spreadText } from './links/spread-of';
import { addTenant } from './tenants/add-tenant';

/** PostgreSQL connections of the API; below, callers that search over and over. */
const CONNECTIONS = 10;
const SEARCHERS = 4 * CONNECTIONS;
const SEARCHED_MS = 8_000;
const PAUSE_MS = 50;

let world: LinkWorld;
let api: LinkApi;
/** A token of the other workspace. */
let other: string;

beforeAll(async () => {
  world = await openLinkWorld();
  api = await world.startApi({ KURZ_POSTGRES_CONNECTIONS: String(CONNECTIONS) });
  const made = await api.call('POST', '/urls', { slug: 'found', url: 'https://example.com/found' });
  expect(made.status).toBe(201);
  ({ secret: other } = await addTenant(world, 'other'));
  const own = await api.call('POST', '/urls', { slug: 'owned', url: 'https://example.com/owned' }, other);
  expect(own.status).toBe(201);
  // makes the search for one term take very long
  await sql`ALTER FUNCTION link_search_text(text) RENAME TO quick_search_text`.execute(world.db);
  await sql`
    CREATE FUNCTION link_search_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
      SELECT CASE WHEN $1 LIKE '%endless%' THEN pg_sleep(60)::text ELSE quick_search_text($1) END
    $$`.execute(world.db);
});
afterAll(() => world.close());

/** Calls over and over until stopped. */
function startCalling(call: (turn: number) => Promise<ApiAnswer>, { callers = 1, pauseMs = 0 }) {
  const answers: ApiAnswer[] = [];
  let isStopped = false;
  const callOn = async () => {
    for (let turn = 0; !isStopped; turn++) {
      answers.push(await call(turn));
      await sleep(pauseMs);
    }
  };
  const ended = Promise.all(Array.from({ length: callers }, callOn));
  const stop = async () => {
    isStopped = true;
    await ended;
  };
  return { answers, stop };
}

const timesOf = (answers: readonly ApiAnswer[]) => answers.map(({ sentAt, at }) => at - sentAt);
const medianOf = (answers: readonly ApiAnswer[]) =>
  timesOf(answers).sort((a, b) => a - b)[Math.floor(answers.length / 2)] ?? Infinity;
const slowestOf = (answers: readonly ApiAnswer[]) => Math.max(...timesOf(answers));
const statusesOf = (answers: readonly ApiAnswer[]) => [...new Set(answers.map(({ status }) => status))];

test(`With ${SEARCHERS} endless searches at once, each is refused, and all other requests are served, the searches of another workspace as well`, async () => {
  const searches = startCalling(() => api.call('GET', '/urls?q=endless'), { callers: SEARCHERS });
  await sleep(500);
  const calls = {
    read: startCalling(() => api.call('GET', '/urls/found'), { pauseMs: PAUSE_MS }),
    list: startCalling(() => api.call('GET', '/urls?limit=1'), { pauseMs: PAUSE_MS }),
    zones: startCalling(() => api.call('GET', '/zones'), { pauseMs: PAUSE_MS }),
    otherSearch: startCalling(() => api.call('GET', '/urls?q=owned', undefined, other), {
      pauseMs: PAUSE_MS,
    }),
    otherCreate: startCalling(
      (turn) => api.call('POST', '/urls', { slug: `theirs-${turn}`, url: 'https://example.com/' }, other),
      { pauseMs: PAUSE_MS },
    ),
    create: startCalling(
      (turn) => api.call('POST', '/urls', { slug: `made-${turn}`, url: 'https://example.com/' }),
      { pauseMs: PAUSE_MS },
    ),
  };
  await sleep(SEARCHED_MS);
  await Promise.all(Object.values(calls).map(({ stop }) => stop()));
  await searches.stop();

  for (const [name, { answers }] of Object.entries({ ...calls, search: searches })) {
    process.stderr.write(
      `${name}: ${statusesOf(answers).join(', ')} after ${spreadText(timesOf(answers))}\n`,
    );
  }
  for (const [name, { answers }] of Object.entries(calls)) {
    expect([name, statusesOf(answers)]).toEqual([name, [/create/i.test(name) ? 201 : 200]]);
    // none of them waited for an endless search, which runs as long as a statement may
    expect(medianOf(answers)).toBeLessThan(slowestOf(searches.answers));
  }
  // 503: the search that runs times out; 429: the waiting searches exceed the workspace's share
  expect(statusesOf(searches.answers).sort()).toEqual([429, 503]);
  for (const { headers } of searches.answers) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);

  await until(
    async () => {
      const { status, text } = await api.call('GET', '/urls?q=found');
      return status === 200 && text.includes('"total":1');
    },
    { what: 'searches are answered again' },
  );
});
