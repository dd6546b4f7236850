// An import in the web app that cannot continue: beside another, in a suspended workspace, without job or allowance.

import { sql, type RawBuilder } from 'kysely';
import { until } from '../until';
import { addPerson } from './console-browser';
import { csvOf, newName, NO_COUNTS } from './import-job';
import { makeNewImporter } from './new-importer';
import { startApi, type TestApi } from './start-api';

let api: TestApi;
let newImporter: ReturnType<typeof makeNewImporter>;
type Importer = Awaited<ReturnType<typeof newImporter>>;
beforeAll(async () => {
  api = await startApi({ settings: { maxWorkspaces: 1_000 } });
  newImporter = makeNewImporter(api, await addPerson(api));
});
afterAll(() => api.close());

const setJob = (id: string, values: RawBuilder<unknown>) =>
  sql`UPDATE import_jobs SET ${values} WHERE id = ${id}`.execute(api.db);

test('one import at a time: another waits for its end, and takes the place of one that nobody works on', async () => {
  const importer = await newImporter();
  const first = await importer.upload(csvOf(newName()));
  const second = await importer.upload(csvOf(newName()));
  expect((await importer.call('POST', `/jobs/${first}/check`)).status).toBe(404);
  await setJob(second, sql`state = 'checking', claimed_until = 'infinity'`);
  const created = await importer.call('POST', '/jobs', { fileName: 'a.csv', bytes: 1 });
  expect([created.status, created.body.code]).toEqual([409, 'IMPORT_IN_PROGRESS']);
});

test('a job waits while its workspace is suspended, and goes on afterwards', async () => {
  const importer = await newImporter();
  const suspend = (at: Date | null) =>
    api.db
      .updateTable('workspaces')
      .set({ suspended_at: at })
      .where('id', '=', importer.workspaceId)
      .execute();
  const id = await importer.upload(csvOf(newName()));
  await suspend(new Date());
  // left by a killed process: the first job that the loop would take
  await setJob(id, sql`state = 'checking', claimed_until = '2000-01-01'`);
  const other = await newImporter();
  expect((await other.check(csvOf(newName()))).state).toBe('checked');
  expect((await importer.list()).job?.state).toBe('checking');
  await suspend(null);
  expect((await importer.settled()).state).toBe('checked');
});

test('a check that fails time and again, by no fault of the file, ends', async () => {
  const importer = await newImporter();
  const other = await newImporter();
  const id = await importer.upload(csvOf(newName()));
  const named = sql.raw(`import_fails_${id}`);
  const literal = sql.lit(id);
  await sql`
    CREATE FUNCTION ${named}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''a fault''; END'`.execute(
    api.db,
  );
  await sql`
    CREATE TRIGGER ${named} BEFORE INSERT ON import_job_reports FOR EACH ROW
    WHEN (NEW.job_id = ${literal}) EXECUTE FUNCTION ${named}()`.execute(api.db);
  let claims = 0;
  try {
    await setJob(id, sql`state = 'checking'`);
    await until(async () => {
      // makes the next try due at once
      await setJob(id, sql`claimed_until = '2000-01-01'`);
      await other.check(csvOf(newName()));
      const { rows } = await sql<{ claim: number }>`SELECT claim FROM import_jobs WHERE id = ${id}`.execute(
        api.db,
      );
      claims = rows[0]?.claim ?? 0;
      return (await importer.list()).job?.state === 'failed' || claims > 30;
    });
  } finally {
    await sql`DROP TRIGGER ${named} ON import_job_reports`.execute(api.db);
    await sql`DROP FUNCTION ${named}`.execute(api.db);
  }
  expect((await importer.list()).job).toMatchObject({ state: 'failed', fault: 'check_failed' });
  expect(claims).toBeGreaterThan(10);
});

/** Starts the import. None of its pages ends before `meanwhile` has resolved. */
async function startHeldUp(
  importer: Importer,
  content: string,
  meanwhile: (id: string) => Promise<unknown>,
): Promise<void> {
  const { id } = await importer.check(content);
  await api.db.transaction().execute(async (transaction) => {
    await sql`LOCK TABLE import_items IN SHARE MODE`.execute(transaction);
    expect((await importer.call('POST', `/jobs/${id}/start`)).status).toBe(202);
    await until(async () => {
      const { rows } = await sql`
        SELECT FROM pg_locks WHERE relation = 'import_items'::regclass AND NOT granted`.execute(api.db);
      return rows.length > 0;
    });
    await meanwhile(id);
  });
}

test('a run whose job is removed makes no further link', async () => {
  const importer = await newImporter();
  const content = csvOf(newName());
  await startHeldUp(importer, content, async (id) => {
    expect((await importer.call('DELETE', `/jobs/${id}`)).status).toBe(204);
  });
  // waits for the locks of the run's page
  expect((await importer.check(content)).counts).toEqual({ ...NO_COUNTS, new: 1 });
  expect(await importer.slugs()).toEqual([]);
  expect((await importer.list()).imports).toEqual([]);
});

test('an allowance that is used up on the way ends the run', async () => {
  const importer = await newImporter();
  const { workspaceId } = importer;
  await startHeldUp(importer, csvOf(newName()), async () => {
    const { rows } = await sql<{ at: Date }>`
      SELECT quota_start AS at FROM import_jobs WHERE workspace_id = ${workspaceId}`.execute(api.db);
    const used = { workspace_id: workspaceId, period_start: rows[0]?.at ?? new Date(0), used: 100_000 };
    await api.db.insertInto('link_quota').values(used).execute();
  });
  expect(await importer.settled()).toMatchObject({ state: 'failed', fault: 'quota_used_up' });
  expect(await importer.slugs()).toEqual([]);
});

test('what was deleted of a run that could not go on is made by the next import of the same file', async () => {
  const importer = await newImporter();
  const { workspaceId } = importer;
  const slugs = Array.from({ length: 600 }, newName);
  const content = csvOf(...slugs);
  const setUsed = (used: RawBuilder<number>) =>
    sql`
      INSERT INTO link_quota (workspace_id, period_start, used)
      SELECT workspace_id, quota_start, ${used} FROM import_jobs WHERE workspace_id = ${workspaceId}
      ON CONFLICT (workspace_id, period_start) DO UPDATE SET used = excluded.used`.execute(api.db);
  await startHeldUp(importer, content, () => setUsed(sql`quota_limit - 550`));
  expect(await importer.settled()).toMatchObject({ state: 'failed', fault: 'quota_used_up' });
  expect(await importer.slugs()).toHaveLength(500);
  await setUsed(sql`0`);
  await api.db.deleteFrom('links').where('slug', 'in', slugs.slice(0, 400)).execute();
  const { id, counts } = await importer.check(content);
  expect(counts).toEqual({ ...NO_COUNTS, new: 500, same: 100 });
  expect(await importer.start(id)).toMatchObject({ state: 'finished', counts });
  expect(await importer.slugs()).toEqual([...slugs].sort());
  const { imports } = await importer.list();
  expect(imports.map(({ state, links }) => [state, links])).toEqual([
    ['finished', 500],
    ['finished', 500],
  ]);
});
