// The job by which a workspace imports from the web app, or undoes an import: one per workspace. States: uploading (its
// parts arrive) → checking (the dry run, which reads and keeps the links of another shortener) → checked → running →
// finished; undoing → undone; failed, with a fault. A job waits while its workspace cannot be changed.

import type { Db, ImportJobState } from '@kurz/database';
import { sql } from 'kysely';
import { importOutcomes } from '../evaluate-page';
import { sourceFaults } from '../import-source';

export const jobFaults = [
  ...sourceFaults,
  'interrupted',
  'check_failed',
  'quota_used_up',
  'taken_over',
  'import_gone',
] as const;
export type JobFault = (typeof jobFaults)[number];

/** The states in which a process works on the job. */
export const ACTIVE_STATES = ['checking', 'running', 'undoing'] as const satisfies ImportJobState[];

/** A condition on a row `workspaces`: no job goes on until it holds. */
export const canBeChanged = sql<boolean>`workspaces.deleted_at IS NULL AND workspaces.suspended_at IS NULL
  AND workspaces.transfer_started_at IS NULL`;

/** How long a job is kept after its last step: its file, and what the reports say. */
export const KEPT = sql<Date>`now() + interval '7 days'`;

export type ImportJob = {
  id: string;
  state: ImportJobState;
  source: string;
  fileName: string;
  bytes: number;
  zoneDomain: string | null;
  counts: Readonly<Record<string, number>>;
  total: number | null;
  importId: string | null;
  fault: string | null;
  createdAt: Date;
  /** Until then its source wants no request. */
  waitsUntil: Date | null;
};

const COLUMNS = [
  'id',
  'state',
  'source',
  'file_name as fileName',
  'bytes',
  'zone_domain as zoneDomain',
  'counts',
  'total',
  'import_id as importId',
  'fault',
  'created_at as createdAt',
] as const;

const jobOf = <Row extends { counts: Record<string, number> | null }>(row: Row) => ({
  ...row,
  counts: row.counts ?? {},
});

/** Without `jobId`: the job that the workspace has. */
export async function findJob(db: Db, workspaceId: string, jobId?: string): Promise<ImportJob | undefined> {
  const row = await db
    .selectFrom('import_jobs')
    .select(COLUMNS)
    .select(
      sql<Date | null>`CASE WHEN state = 'checking' AND waits_until > now() THEN waits_until END`.as(
        'waitsUntil',
      ),
    )
    .where('workspace_id', '=', workspaceId)
    .$if(jobId !== undefined, (query) => query.where('id', '=', jobId ?? ''))
    .executeTakeFirst();
  return row && jobOf(row);
}

/** The job as the API shows it. */
export function jobViewOf({ counts, createdAt, waitsUntil, ...job }: ImportJob) {
  return {
    ...job,
    waitsUntil: waitsUntil?.toISOString() ?? null,
    counts: Object.fromEntries(importOutcomes.map((outcome) => [outcome, counts[outcome] ?? 0])),
    undone: job.state === 'undone' ? { removed: counts['removed'] ?? 0, kept: counts['kept'] ?? 0 } : null,
    createdAt: createdAt.toISOString(),
  };
}
