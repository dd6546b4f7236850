// Imports in the web app: of a file, with clicks by day, and with visits. When the API process is killed, the next one
// continues, and the result is the same as without a kill.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { bitly } from '../../services/api/src/imports/peers/bitly';
import { shlink } from '../../services/api/src/imports/peers/shlink';
import { csvOf, linksIn, stateOf } from './csv-import-world';
import { openConsoleImportWorld, type ConsoleImportWorld } from './console-import-world';
import { readByApi } from '../contract/read-by-api';
import { until } from '../until';
import { killsOf } from '../outage/long-tests';
import { startFakeBitly, type Bitlink } from './fake-bitly';
import { shlinkLinks, startFakeShlink } from './fake-shlink';

const LINKS = 4_000;
const NEW = LINKS * 0.9;
const KILLS = 2;
/** Kills at random moments of an import of visits. */
const VISIT_KILLS = killsOf(200, 4);
const MAX_RUN_MS = 1_500;

let world: ConsoleImportWorld;
type Place = Awaited<ReturnType<ConsoleImportWorld['newPlace']>>;
let whole: Place;
let killed: Place;
beforeAll(async () => {
  world = await openConsoleImportWorld();
  [whole, killed] = [await world.newPlace(), await world.newPlace()];
});
afterAll(() => world.close());

const sumOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Kills the process whenever it has got on since the last kill. */
async function killOnTheWay(progress: () => Promise<number>): Promise<void> {
  for (let kills = 0, last = 0; kills < KILLS; kills++) {
    await until(async () => (await progress()) > last, { what: 'the job gets on' });
    await world.kill();
    last = await progress();
    expect(last).toBeLessThan(LINKS);
  }
}

const read = async ({ workspace }: Place) => sumOf((await world.jobOf(workspace)).counts);

/** The reports line by line, the quota, and what an import leaves. */
async function everythingOf({ workspace }: Place) {
  const { rows: reports } = await sql`
    SELECT outcome, sum(json_array_length(links))::int AS links, count(*)::int AS pages
    FROM import_job_reports JOIN import_jobs ON import_jobs.id = job_id
    WHERE workspace_id = ${workspace} GROUP BY outcome ORDER BY outcome`.execute(world.db);
  const quota = await world.db
    .selectFrom('link_quota')
    .select('used')
    .where('workspace_id', '=', workspace)
    .execute();
  const { state, counts, total, undone } = { undone: null, ...(await world.jobOf(workspace)) };
  return {
    reports,
    quota,
    job: { state, counts, total, undone },
    ...(await stateOf(world.db, { workspace })),
  };
}

test('the dry run begins anew, and says the same', async () => {
  const content = Buffer.from(csvOf(LINKS));
  await world.upload(whole, content);
  expect(await world.settled(whole.workspace)).toMatchObject({ state: 'checked', total: LINKS });
  await world.upload(killed, content);
  await until(async () => (await read(killed)) > 0, { what: 'the dry run gets on' });
  await world.kill();
  expect(await world.settled(killed.workspace)).toMatchObject({ state: 'checked', total: LINKS });
  expect(await everythingOf(killed)).toEqual(await everythingOf(whole));
  expect((await everythingOf(killed)).links).toEqual([]);
});

test('the import goes on where it was', async () => {
  await world.run(whole.workspace);
  expect((await world.settled(whole.workspace)).state).toBe('finished');
  await world.run(killed.workspace);
  await killOnTheWay(() => linksIn(world.db, killed));
  expect(await world.settled(killed.workspace)).toMatchObject({ state: 'finished', counts: { new: NEW } });
  const all = await everythingOf(killed);
  expect(all).toEqual(await everythingOf(whole));
  expect([all.links.length, all.quota]).toEqual([NEW, [{ used: NEW }]]);
});

test('undo goes on where it was', async () => {
  await world.undo(whole.workspace);
  expect((await world.settled(whole.workspace)).state).toBe('undone');
  await world.undo(killed.workspace);
  await killOnTheWay(async () => NEW - (await linksIn(world.db, killed)));
  expect(await world.settled(killed.workspace)).toMatchObject({
    state: 'undone',
    counts: { removed: NEW, kept: 0 },
  });
  expect(await everythingOf(killed)).toEqual(await everythingOf(whole));
});

/** More links than are moved at a time. */
const COUNTED = 1_010;
const DAYS = 4;
/** Each link has clicks on some days, and a total that may exceed them. */
const counted: readonly Bitlink[] = Array.from({ length: COUNTED }, (_, at) => ({
  code: `counted-${at}`,
  total: DAYS * (1 + (at % 7)) + (at % 3),
  days: Array.from({ length: DAYS }, (_unused, day) => ({
    day: `2026-09-0${1 + day}`,
    clicks: 1 + (at % 7),
  })),
}));

/** Counts of each link, and ClickHouse's sums of all links by day. */
async function countsOf({ workspace }: Place) {
  const { rows: links } = await sql<{ slug: string; hits: number }>`
    SELECT slug, (coalesce(hits, 0) + pre_tracking)::int AS hits, pre_tracking::int AS "preTracking",
           tracking_since AS since
    FROM links LEFT JOIN link_hits ON link_id = links.id WHERE workspace_id = ${workspace} ORDER BY slug`.execute(
    world.db,
  );
  return { links, days: await world.importedDays(workspace) };
}

test('clicks by day are moved once, whatever batch is cut off', async () => {
  const peer = await startFakeBitly(counted);
  try {
    for (const { workspace: workspaceId, domain: zoneDomain } of [whole, killed])
      await readByApi(world.db, { workspaceId, zoneDomain }, { api: bitly, peer, isWithDays: true });
  } finally {
    await peer.close();
  }
  await world.run(whole.workspace);
  expect((await world.settled(whole.workspace)).state).toBe('finished');
  await world.run(killed.workspace);
  const moved = async () => {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM link_hits JOIN links ON links.id = link_id
      WHERE workspace_id = ${killed.workspace}`.execute(world.db);
    return rows[0]?.n ?? 0;
  };
  await until(async () => (await linksIn(world.db, killed)) > 0, { what: 'links are made' });
  await world.kill();
  await until(async () => (await moved()) > 0, { what: 'a batch is moved' });
  await world.kill();
  expect((await world.settled(killed.workspace)).state).toBe('finished');
  const all = await countsOf(killed);
  expect(all).toEqual(await countsOf(whole));
  const totals = counted.map(({ code: slug, total: hits }) => ({ slug, hits }));
  expect(all.links.map(({ slug, hits }) => ({ slug, hits }))).toEqual(
    totals.sort((a, b) => (a.slug < b.slug ? -1 : 1)),
  );
  const clicks = counted.reduce((sum, { days }) => sum + (days[0]?.clicks ?? 0), 0);
  expect(all.days).toEqual(counted[0]?.days.map(({ day }) => ({ day, clicks, bots: 0 })));
});

const VISITED = shlinkLinks(1_010, 1_203, 12);

/** What ClickHouse counts in the finished batches of an import. */
async function factsOf(place: Place) {
  return { ...(await countsOf(place)), keys: await world.importedKeys(place.workspace) };
}

test('visits are moved once, whatever batch is cut off', async () => {
  const [one, other] = [await world.newPlace(), await world.newPlace()];
  const peer = await startFakeShlink(VISITED);
  try {
    for (const { workspace: workspaceId, domain: zoneDomain } of [one, other])
      await readByApi(world.db, { workspaceId, zoneDomain }, { api: shlink, peer, isWithDays: true });
  } finally {
    await peer.close();
  }
  await world.run(one.workspace);
  expect((await world.settled(one.workspace)).state).toBe('finished');
  await world.run(other.workspace);
  let cutOff = 0;
  for (let kills = 0; kills < VISIT_KILLS; kills++) {
    await sleep(Math.random() * MAX_RUN_MS);
    if ((await world.jobOf(other.workspace)).state === 'running') cutOff++;
    await world.kill();
  }
  console.log(`${cutOff} of ${VISIT_KILLS} kills before the import of visits ended`);
  expect((await world.settled(other.workspace)).state).toBe('finished');
  const all = await factsOf(other);
  expect(all).toEqual(await factsOf(one));
  const visits = VISITED.reduce((sum, { visits: of }) => sum + of.length, 0);
  expect(all.days.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(visits);
  expect(all.links.map(({ slug, hits }) => ({ slug, hits }))).toEqual(
    VISITED.map(({ shortCode: slug, total: hits }) => ({ slug, hits })).sort((a, b) =>
      a.slug < b.slug ? -1 : 1,
    ),
  );
});
