// Runs the sweeps of links that an operator's change or the deletion of a workspace began. The command that made the
// change runs them; a loop of the API runs those of /x and of killed commands. A sweep that is taken over starts again
// and skips links that are done.

import type { Db } from '@kurz/database';
import { makePollLoop, type Log, type PollLoop } from '@kurz/process';
import { sql } from 'kysely';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { removeWorkspace } from '../workspaces/deletion/remove-workspace';
import { markLinks, unmarkLinks } from './sweep-entry';
import { sweepRoots } from './sweep-roots';
import { sweepWorkspace } from './sweep-workspace';

/** Called after each page of links, to publish it to redirectors before the next. */
type OnPage = () => Promise<unknown>;
type Sweep = { id: number; entryId: number | null; workspaceId: string | null };

const CLAIM = '30 seconds';
const LOOP_MS = 5_000;

/** Claims the oldest sweep. `isTaken`: even one that somebody else seems to work on. */
async function claim(db: Db, isTaken: boolean): Promise<Sweep | undefined> {
  const { rows } = await sql<Sweep>`
    UPDATE link_sweeps SET claimed_until = now() + ${CLAIM}::interval
    WHERE id = (SELECT id FROM link_sweeps WHERE ${isTaken} OR claimed_until < now() ORDER BY id LIMIT 1)
    RETURNING id, entry_id AS "entryId", workspace_id AS "workspaceId"`.execute(db);
  return rows[0];
}

async function isBeingDeleted(db: Db, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('workspaces')
    .select('deleted_at')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return Boolean(row?.deleted_at);
}

async function sweep(
  db: Db,
  { id, entryId, workspaceId }: Sweep,
  onPage: OnPage,
  by: AuditActor = SYSTEM,
): Promise<number> {
  const afterPage = async () => {
    await onPage();
    await sql`UPDATE link_sweeps SET claimed_until = now() + ${CLAIM}::interval WHERE id = ${id}`.execute(db);
  };
  let changed = 0;
  if (entryId !== null) {
    changed += await markLinks(db, entryId, afterPage, by);
    changed += await unmarkLinks(db, entryId, afterPage, by);
    await sweepRoots(db, afterPage, by);
  }
  if (workspaceId !== null) {
    const isDeleted = await isBeingDeleted(db, workspaceId);
    changed += await (isDeleted ? removeWorkspace : sweepWorkspace)(db, workspaceId, afterPage);
  }
  await db.deleteFrom('link_sweeps').where('id', '=', id).execute();
  return changed;
}

/**
 * Runs all sweeps to the end. Resolves with the number of links that changed. `by`: the command that runs them, as the
 * audit log names it. Marks that a loop of the API sets for a killed command are the product's own.
 */
export async function runSweeps(db: Db, onPage: OnPage, by: AuditActor = SYSTEM): Promise<number> {
  for (let changed = 0; ;) {
    const next = await claim(db, true);
    if (!next) return changed;
    changed += await sweep(db, next, onPage, by);
  }
}

type LoopDeps = {
  db: Db;
  log: Log;
  /** Nothing is left to sweep, or a page of links is swept. */ done?: () => void;
};

/** Every few seconds runs the sweeps that no process works on. */
export function makeSweepLoop({ db, log, done }: LoopDeps, onPage: OnPage): PollLoop {
  const afterPage = async () => {
    await onPage();
    // after each page, because a workspace of millions of links takes long
    done?.();
  };
  const loop = makePollLoop({
    everyMs: LOOP_MS,
    poll: async () => {
      for (let next; !loop.isClosed() && (next = await claim(db, false));) {
        const links = await sweep(db, next, afterPage);
        log.info({ event: 'links_swept', sweep: next.id, links });
      }
      done?.();
    },
    onOutage: (error) => log.warn({ event: 'links_not_swept', err: error }),
  });
  return loop;
}
