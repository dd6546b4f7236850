// Parts that the routes of imports share: who asks, the access rules, and the answer with the job.

import type { Db } from '@kurz/database';
import { refuse } from '../errors/refusal';
import type { ConsoleOutcome, ConsoleRequest } from '../http/console-route';
import { answer } from '../http/route';
import { findJob, jobViewOf } from '../imports/jobs/import-job';

export const requesterOf = ({ workspace, user, sessionId }: ConsoleRequest) => ({
  workspaceId: workspace.id,
  userId: user.id,
  sessionId,
});

/** For the routes that change something, and for those that do not. */
export const managing = { access: { role: 'admin' }, isWrite: true } as const;
export const reading = { access: { role: 'admin' }, isWrite: false } as const;

export async function answerOfJob(
  db: Db,
  { workspace }: ConsoleRequest,
  jobId: string,
  status: number,
): Promise<ConsoleOutcome> {
  const job = await findJob(db, workspace.id, jobId);
  return job ? answer(status, { job: jobViewOf(job) }) : refuse('IMPORT_NOT_FOUND');
}
