import { setTimeout as sleep } from 'node:timers/promises';
import { makeMemoryLinkCache } from '@kurz/link-cache';
import { sql } from 'kysely';
import { until } from '../../until';
import { ask, type Asked } from './ask';
import { openRedirector, type OpenRedirector } from './open-redirector';
import { addLink, addWorkspace, SHARED_ZONE } from './stored-links';

const HOUR_MS = 3_600_000;

let open: OpenRedirector;
const forgetful = makeMemoryLinkCache({ maxEntries: 1 });

/** Evicts what the link cache remembers, links and unknown slugs. */
async function forget() {
  const key = { zoneId: 'zon_other', slug: 'other' };
  await forgetful.fill(key, { kind: 'gone', version: 0 });
  await forgetful.fill({ ...key, slug: 'another' }, { kind: 'gone', version: 1_000_000 });
}

beforeAll(async () => {
  open = await openRedirector({
    settings: { maxParallelLookups: 1, nearCacheBytes: 100_000, lookupTimeoutMs: 20_000 },
    // remembers only one link, so that the test sees the near cache and PostgreSQL
    around: () => forgetful,
  });
  await addWorkspace(open.db);
  await forgetful.publishZone(SHARED_ZONE);
});
afterEach(() => open.reads.holdBack(undefined));
afterAll(async () => {
  await open.close();
  await forgetful.close();
});

test('A thousand parallel requests for a link that nobody knows yet read it once', async () => {
  await addLink(open.db, 'cold');
  // long enough for all thousand requests to arrive before the first answer
  open.reads.holdBack(() => sleep(1_500));
  const before = open.reads.linkReads();
  const asked = Array.from({ length: 1_000 }, (_, index) => ask(open.port, index % 2 ? '/cold' : '/q/cold'));
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer.status === 302)).toHaveLength(1_000);
  expect(open.reads.linkReads() - before).toBe(1);
  expect((await open.visits()).filter((visit) => visit.linkId === 'lnk_cold')).toHaveLength(1_000);
});

test('A link is read again after its hour, an unknown slug after its seconds, not before', async () => {
  await addLink(open.db, 'timed');
  await ask(open.port, '/timed');
  await ask(open.port, '/not-there');
  await forget();
  const before = open.reads.linkReads();
  open.pass(4_999);
  await ask(open.port, '/timed');
  await ask(open.port, '/not-there');
  expect(open.reads.linkReads() - before).toBe(0);
  open.pass(1);
  await ask(open.port, '/not-there');
  expect(open.reads.linkReads() - before).toBe(1);
  open.pass(HOUR_MS - 5_001);
  await ask(open.port, '/timed');
  expect(open.reads.linkReads() - before).toBe(1);
  open.pass(1);
  await ask(open.port, '/timed');
  expect(open.reads.linkReads() - before).toBe(2);
});

test('A clock that is set back by an hour keeps no link for an hour longer', async () => {
  await addLink(open.db, 'kept');
  await ask(open.port, '/kept');
  await forget();
  open.setClockBack(HOUR_MS);
  const before = open.reads.linkReads();
  open.pass(HOUR_MS);
  await ask(open.port, '/kept');
  expect(open.reads.linkReads() - before).toBe(1);
});

test('Whoever comes when one is read and sixteen wait is told to come back', async () => {
  for (let index = 0; index < 27; index++) await addLink(open.db, `crowd-${index}`);
  let goOn = () => {};
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
  open.reads.holdBack(() => mayGoOn);
  const turnedAway: Asked[] = [];
  const asked = Array.from({ length: 27 }, async (_, index) => {
    const answer = await ask(open.port, `/crowd-${index}`);
    if (answer.status === 503) turnedAway.push(answer);
    return answer;
  });
  // no read ends before goOn, so visitors that are answered before it are turned away
  await until(() => turnedAway.length === 10);
  expect(turnedAway[0]?.headers['retry-after']).toMatch(/^\d+$/);
  goOn();
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer.status === 302)).toHaveLength(17);
  expect(answers.filter((answer) => answer.status === 503)).toHaveLength(10);
});

test('A near link is not pushed out by five hundred long guesses, ten times what fits', async () => {
  await addLink(open.db, 'steady');
  await ask(open.port, '/steady');
  await forget();
  for (let batch = 0; batch < 50; batch++) {
    const guesses = Array.from({ length: 10 }, (_, index) =>
      ask(open.port, `/guess-${batch}-${index}-${'x'.repeat(900)}`),
    );
    await Promise.all(guesses);
  }
  const before = open.reads.linkReads();
  expect((await ask(open.port, '/steady')).status).toBe(302);
  expect(open.reads.linkReads() - before).toBe(0);
});

test('The read of a link is planned once for a connection, not for each visitor', async () => {
  await ask(open.port, '/planned-1');
  await ask(open.port, '/planned-2');
  const plans = async () => {
    const { rows } = await sql<{ name: string }>`SELECT name FROM pg_prepared_statements`.execute(open.db);
    return rows.map(({ name }) => name);
  };
  // this query may run on another connection of the pool than those reads
  const seen = (await Promise.all(Array.from({ length: 20 }, plans))).flat();
  expect(new Set(seen)).toEqual(new Set(['read_links']));
});
