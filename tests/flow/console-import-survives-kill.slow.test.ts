// The import of a file by the web app: an API process that is killed on its way is gone on with by the next one, and what
// is there at the end is what one without a kill leaves.

import { sql } from 'kysely';
import { csvOf, linksIn, stateOf } from './csv-import-world';
import { openConsoleImportWorld, type ConsoleImportWorld } from './console-import-world';
import { until } from '../until';

const LINKS = 4_000;
const NEW = LINKS * 0.9;
const KILLS = 2;

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
