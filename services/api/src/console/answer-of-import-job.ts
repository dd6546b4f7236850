// The answer of a request for a step of an import: its job, and who asks for it.

import type { Db } from '@kurz/database';
import { refuse } from '../errors/refusal';
import type { ConsoleOutcome, ConsoleRequest } from '../http/console-route';
import { answer } from '../http/route';
import { findJob, shownJob } from '../imports/jobs/import-job';

export const askerOf = ({ workspace, user, sessionId }: ConsoleRequest) => ({
  workspaceId: workspace.id,
  userId: user.id,
  sessionId,
});

/** Of the routes that change something, and of those that do not. */
export const managing = { access: { role: 'admin' }, isWrite: true } as const;
export const reading = { access: { role: 'admin' }, isWrite: false } as const;

export async function answerOfJob(
  db: Db,
  { workspace }: ConsoleRequest,
  jobId: string,
  status: number,
): Promise<ConsoleOutcome> {
  const job = await findJob(db, workspace.id, jobId);
  return job ? answer(status, { job: shownJob(job) }) : refuse('IMPORT_NOT_FOUND');
}
