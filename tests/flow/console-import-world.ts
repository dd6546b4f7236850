// An API process that runs the web app's jobs, and workspaces whose jobs begin as the endpoints begin them.

import { openClickHouse } from '@kurz/click-tables';
import { sql } from 'kysely';
import { findJob, type ImportJob } from '../../services/api/src/imports/jobs/import-job';
import { putPart } from '../../services/api/src/imports/jobs/job-file';
import {
  beginCheck,
  beginRun,
  beginUndo,
  beginUpload,
  type Requester,
} from '../../services/api/src/imports/jobs/step-job';
import { openFixtureDatabase } from '../fixture-database';
import { openApiWorld } from './api-world';
import type { Environment } from './start-standalone';
import { until } from '../until';

const PART_BYTES = 1024 ** 2;
const QUOTA = { periodStart: new Date(0), limit: 1_000_000 };
const BUSY = ['checking', 'running', 'undoing'];

/** Throws when a step is refused, because the test is then broken. */
function expectTaken<T extends { kind: string }>(outcome: T): Exclude<T, { kind: 'refused' }> {
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome));
  return outcome as Exclude<T, { kind: 'refused' }>;
}

/** `environment`: the API's settings. */
export async function openConsoleImportWorld(environment: Environment = {}) {
  const world = await openApiWorld();
  // no statement timeout, because the tests compare whole workspaces
  const database = openFixtureDatabase({ ...world.postgres.options, statementTimeoutMs: 0 });
  const { db } = database;
  const clickHouse = openClickHouse(world.clickHouse.options);
  let api = await world.start(environment);
  let places = 0;

  async function newPlace() {
    const workspace = `ws_import${++places}`;
    const domain = `import${places}.example`;
    const { owner_id } = await db.selectFrom('workspaces').select('owner_id').executeTakeFirstOrThrow();
    await db
      .insertInto('workspaces')
      .values({ id: workspace, name: 'Moved', owner_id, plan: 'pro' })
      .execute();
    await world.addZone({ domain, zoneType: 'global' });
    return { workspace, domain };
  }

  const requesterIn = (workspaceId: string): Requester => ({
    workspaceId,
    userId: 'usr_asks',
    sessionId: 'ses_asks',
  });
  const jobOf = async (workspace: string): Promise<ImportJob> => {
    const job = await findJob(db, workspace);
    if (!job) throw new Error(`${workspace} has no job`);
    return job;
  };

  async function importedRows<Row>(workspace: string, head: string, tail: string): Promise<Row[]> {
    const { partition, position } = await db
      .selectFrom('imports')
      .innerJoin('stream_progress', 'stream_partition', 'history_partition')
      .select(['stream_partition as partition', 'position'])
      .where('workspace_id', '=', workspace)
      .where('state', '=', 'finished')
      .executeTakeFirstOrThrow();
    const answer = await clickHouse.client.query({
      query: `${head} workspace_id = {workspace:String} AND stream_partition = {partition:UInt32}
        AND plan_from < {position:UInt64} ${tail}`,
      query_params: { workspace, partition, position },
      format: 'JSONEachRow',
    });
    return answer.json<Row>();
  }

  return {
    db,
    pid: () => api.process.pid,
    newPlace,
    jobOf,
    upload: async ({ workspace, domain }: { workspace: string; domain: string }, content: Buffer) => {
      const file = { fileName: 'links.csv', bytes: content.length, zoneDomain: domain };
      const { id: jobId } = expectTaken(await beginUpload(db, requesterIn(workspace), file));
      for (let part = 0; part * PART_BYTES < content.length; part++) {
        const piece = content.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
        await putPart(db, { workspaceId: workspace, jobId, part, content: piece });
      }
      expectTaken(await beginCheck(db, requesterIn(workspace), jobId));
    },
    run: async (workspace: string) => {
      const quota = { workspaceId: workspace, ...QUOTA };
      expectTaken(await beginRun(db, requesterIn(workspace), (await jobOf(workspace)).id, quota));
    },
    undo: async (workspace: string) => {
      const { id } = await db
        .selectFrom('imports')
        .select('id')
        .where('workspace_id', '=', workspace)
        .executeTakeFirstOrThrow();
      expectTaken(await beginUndo(db, requesterIn(workspace), id));
    },
    settled: async (workspace: string): Promise<ImportJob> => {
      await until(async () => !BUSY.includes((await jobOf(workspace)).state), { what: 'the job ends' });
      return jobOf(workspace);
    },
    /** ClickHouse's counts by day of a workspace's import, in finished batches. */
    importedDays: (workspace: string) =>
      importedRows<{ day: string; clicks: number; bots: number }>(
        workspace,
        `SELECT toString(day) AS day, toUInt32(sum(requests)) AS clicks, toUInt32(sum(bots)) AS bots
         FROM kurz.clicks_daily FINAL WHERE`,
        'GROUP BY day ORDER BY day',
      ),
    /** The import's humans by key. */
    importedKeys: (workspace: string) =>
      importedRows<{ dimension: string; key: string; humans: number }>(
        workspace,
        `SELECT toString(dimension) AS dimension, key, toUInt32(sum(humans)) AS humans
         FROM kurz.clicks_daily_by FINAL WHERE`,
        'GROUP BY dimension, key ORDER BY dimension, key',
      ),
    /** Kills the API with SIGKILL and starts another one. */
    kill: async () => {
      api.process.kill('SIGKILL');
      await api.ended;
      // as after the half minute for which a claim is valid
      await sql`UPDATE import_jobs SET claimed_until = now()`.execute(db);
      api = await world.start(environment);
    },
    close: async () => {
      await clickHouse.close();
      await database.close();
      await world.close();
    },
  };
}

export type ConsoleImportWorld = Awaited<ReturnType<typeof openConsoleImportWorld>>;
