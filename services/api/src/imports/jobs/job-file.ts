// The file of a job, in parts, as the web app has sent it.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { once, type Persist } from '../dry-run-import';

export const MAX_FILE_BYTES = 64 * 1024 ** 2;
export const SHOWN_MAX_FILE = '64 MB';
export const MAX_PARTS = 1_000;

export type PutOutcome = 'stored' | 'no_such_job' | 'too_large';

/** A part that is sent again replaces the one before. */
export function putPart(
  db: Db,
  {
    workspaceId,
    jobId,
    part,
    content,
  }: { workspaceId: string; jobId: string; part: number; content: Buffer },
): Promise<PutOutcome> {
  return db.transaction().execute(async (transaction) => {
    const job = await transaction
      .selectFrom('import_jobs')
      .select('bytes')
      .where('id', '=', jobId)
      .where('workspace_id', '=', workspaceId)
      .where('state', '=', 'uploading')
      .forUpdate()
      .executeTakeFirst();
    if (!job) return 'no_such_job';
    const { rows } = await sql<{ bytes: number }>`
      SELECT coalesce(sum(length(content)), 0)::bigint AS bytes FROM import_job_parts
      WHERE job_id = ${jobId} AND part <> ${part}`.execute(transaction);
    if ((rows[0]?.bytes ?? 0) + content.length > job.bytes) return 'too_large';
    await transaction
      .insertInto('import_job_parts')
      .values({ job_id: jobId, part, content })
      .onConflict((conflict) => conflict.columns(['job_id', 'part']).doUpdateSet({ content }))
      .execute();
    return 'stored';
  });
}

/** Whether every byte is there, in parts without a gap. */
export async function isWhole(transaction: Db, jobId: string, bytes: number): Promise<boolean> {
  const { rows } = await sql<{ bytes: number; parts: number; last: number | null }>`
    SELECT coalesce(sum(length(content)), 0)::bigint AS bytes, count(*)::int AS parts, max(part) AS last
    FROM import_job_parts WHERE job_id = ${jobId}`.execute(transaction);
  const [found] = rows;
  return found !== undefined && found.bytes === bytes && found.parts === (found.last ?? -1) + 1;
}

const findPart = (db: Db, jobId: string, part: number) =>
  db
    .selectFrom('import_job_parts')
    .select('content')
    .where('job_id', '=', jobId)
    .where('part', '=', part)
    .executeTakeFirst();

/**
 * The parts from `first` on, up to the first gap or `before`. `onPart`: an error from it ends the reading. `persist`:
 * by default each part is asked for once.
 */
export async function* readFile(
  db: Db,
  jobId: string,
  {
    first,
    before = Infinity,
    onPart,
    persist = once,
  }: { first: number; before?: number; onPart?: () => Promise<void>; persist?: Persist },
): AsyncGenerator<Buffer> {
  for (let part = first; part < before; part++) {
    await onPart?.();
    const row = await persist(() => findPart(db, jobId, part));
    if (!row) return;
    yield row.content;
  }
}

/** Removes the file of a job. Its pages of links stay. */
export async function removeFile(transaction: Db, jobId: string): Promise<void> {
  await transaction
    .deleteFrom('import_job_parts')
    .where('job_id', '=', jobId)
    .where('part', '<', MAX_PARTS)
    .execute();
}

/** Removes the file and the pages of links. */
export async function removeParts(transaction: Db, jobId: string): Promise<void> {
  await transaction.deleteFrom('import_job_parts').where('job_id', '=', jobId).execute();
}
