// Runs the import jobs that no process works on, a few at a time: at once when a person asks for one, and every few
// seconds for the jobs of killed processes.

import type { ClickShards } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import { makePollLoop, type Log, type PollLoop } from '@kurz/process';
import { sql } from 'kysely';
import { makeWriteClickRows } from '../../workspaces/import/write-click-rows';
import { CLAIM, JobLetGo, type ClaimedJob } from './claim-holder';
import { ACTIVE_STATES, canBeChanged, KEPT, type JobFault } from './import-job';
import { makePeerReader, type OpenCountries, type PeerReader, type PeerReaderSettings } from './peer-reader';
import { runJob } from './run-job';

const LOOP_MS = 5_000;
/** So that a large file does not keep the others waiting. Each job holds some 10 MB and two PostgreSQL connections. */
const MAX_AT_ONCE = 2;

type Deps = {
  db: Db;
  /** Where counts by day are written. */
  shards: ClickShards;
  openCountries?: OpenCountries;
  log: Log;
  clock: { now: () => number };
  /** Publishes what the jobs have changed. */
  relayAll: () => Promise<unknown>;
  /** Called after a poll: every waiting job has begun, or has its turn when another job ends. */
  done?: () => void;
};

type ClaimedRow = {
  id: string;
  claim: number;
  state: ClaimedJob['state'];
  importId: string | null;
  isNew: boolean;
  zoneDomain: string | null;
  userId: string;
  sessionId: string;
  source: string;
  bytes: number;
  quotaStart: Date | null;
  quotaLimit: number | null;
  workspaceId: string;
  defaultZoneId: string | null;
};

/** Whether the row `job` is a reading: only the process that has the token can go on with it. */
const isReading = (job: string) =>
  sql`(${sql.ref(`${job}.state`)} = 'checking' AND ${sql.ref(`${job}.source`)} <> 'csv')`;

/** Ends one reading whose process is gone, as endInterrupted does. False when there is none. */
async function endAbandoned(db: Db): Promise<boolean> {
  const { rows } = await sql`
    WITH ended AS (
      UPDATE import_jobs SET state = 'failed', fault = ${'interrupted' satisfies JobFault}, expires_at = ${KEPT}
      WHERE id = (
        SELECT id FROM import_jobs WHERE ${isReading('import_jobs')} AND claimed_until <= now()
        LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id
    ), removed AS (
      DELETE FROM import_job_parts USING ended WHERE job_id = ended.id
    )
    SELECT FROM ended`.execute(db);
  return rows.length > 0;
}

/** Claims the job that waits longest, of a workspace that can be changed. */
async function claim(db: Db): Promise<ClaimedJob | undefined> {
  const { rows } = await sql<ClaimedRow>`
    UPDATE import_jobs AS job SET claim = claim + 1, claimed_until = now() + ${CLAIM}::interval
    FROM workspaces
    WHERE workspaces.id = job.workspace_id AND job.id = (
      SELECT waiting.id FROM import_jobs AS waiting JOIN workspaces ON workspaces.id = waiting.workspace_id
      WHERE waiting.state IN (${sql.join(ACTIVE_STATES)}) AND NOT ${isReading('waiting')}
        AND waiting.claimed_until <= now() AND ${canBeChanged}
      ORDER BY waiting.claimed_until LIMIT 1 FOR UPDATE OF waiting SKIP LOCKED)
    RETURNING job.id, claim, state, import_id AS "importId", job.counts::text = '{}' AS "isNew",
              zone_domain AS "zoneDomain", user_id AS "userId",
              session_id AS "sessionId", source, bytes, quota_start AS "quotaStart", quota_limit AS "quotaLimit",
              job.workspace_id AS "workspaceId", workspaces.default_zone_id AS "defaultZoneId"`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { workspaceId, defaultZoneId, zoneDomain, userId, sessionId, quotaStart, quotaLimit, ...job } = row;
  return {
    ...job,
    target: { workspace: { id: workspaceId, defaultZoneId }, zoneDomain: zoneDomain ?? undefined },
    by: { kind: 'user', userId, sessionId },
    quota: { workspaceId, periodStart: quotaStart ?? new Date(0), limit: quotaLimit ?? 0 },
  };
}

/** Frees the job for any process at once. */
const letGo = (db: Db, { id, claim: own }: ClaimedJob) =>
  sql`UPDATE import_jobs SET claimed_until = now() WHERE id = ${id} AND claim = ${own}`.execute(db);

export type ImportLoop = PollLoop & {
  /** Reads in this process. No other process can go on with its readings. */
  peerReader: PeerReader;
};

/** When the loop is closed, jobs stop after the page that they work on. */
export function makeImportLoop(
  { db, shards, openCountries, log, clock, relayAll, done }: Deps,
  settings: PeerReaderSettings,
): ImportLoop {
  const peerReader = makePeerReader({ db, openCountries, log, clock }, settings);
  const running = new Set<Promise<void>>();
  const writeClickRows = makeWriteClickRows({ db, shards });

  const work = async (job: ClaimedJob) => {
    try {
      await runJob({ db, clock, writeClickRows, isStopping: loop.isClosed }, job);
    } catch (error) {
      if (!(error instanceof JobLetGo)) log.warn({ event: 'import_interrupted', job: job.id, err: error });
      // the claim of a failed job ends by itself, so that its next try is not at once
      else if (loop.isClosed()) await letGo(db, job).catch(() => undefined);
    }
    // what cannot be published here, the relay's own loop publishes
    await relayAll().catch(() => undefined);
  };

  const loop = makePollLoop({
    everyMs: LOOP_MS,
    poll: async () => {
      // a killed process leaves up to 20 readings, each with a file of up to 64 MB
      while (!loop.isClosed() && (await endAbandoned(db)));
      for (let job; !loop.isClosed() && running.size < MAX_AT_ONCE && (job = await claim(db));) {
        const working: Promise<void> = work(job).finally(() => {
          running.delete(working);
          loop.trigger();
        });
        running.add(working);
      }
      done?.();
    },
    onOutage: (error) => log.warn({ event: 'imports_not_run', err: error }),
  });

  return {
    ...loop,
    peerReader,
    close: async () => {
      await Promise.all([loop.close(), peerReader.close()]);
      await Promise.all(running);
    },
  };
}
