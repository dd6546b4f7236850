// The imports of a workspace in the web app: their list, and undo, which is a job like the import itself.

import type { Db } from '@kurz/database';
import type { ConsoleOutcome, ConsoleRequest, WorkspaceRoute } from '../http/console-route';
import { answer } from '../http/route';
import { findJob, jobViewOf } from '../imports/jobs/import-job';
import type { ImportLoop } from '../imports/jobs/import-loop';
import { beginUndo } from '../imports/jobs/step-job';
import { listImports } from '../imports/list-imports';
import { answerOfJob, requesterOf, managing, reading } from './answer-of-import-job';
import { consolePaths } from './console-paths';

/** The most imports that the web app shows; `kurz import list` shows all. */
const MAX_LISTED = 100;

export function makeImportRoutes({
  db,
  importLoop,
}: {
  db: Db;
  importLoop: Pick<ImportLoop, 'trigger'>;
}): WorkspaceRoute[] {
  async function list({ workspace }: ConsoleRequest): Promise<ConsoleOutcome> {
    const [job, imports] = await Promise.all([
      findJob(db, workspace.id),
      listImports(db, workspace.id, { most: MAX_LISTED }),
    ]);
    // an import that is under way or was stopped before its first link has nothing to undo
    const made = imports.filter(({ counts }) => (counts['new'] ?? 0) > 0);
    const shown = made.map(({ id, source, state, counts, createdAt, endedAt }) => ({
      id,
      source,
      state,
      links: counts['new'] ?? 0,
      createdAt: createdAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    }));
    return answer(200, { job: job ? jobViewOf(job) : null, imports: shown });
  }

  async function undo(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const begun = await beginUndo(db, requesterOf(request), request.params['import'] ?? '');
    if (begun.kind === 'refused') return begun;
    importLoop.trigger();
    return answerOfJob(db, request, begun.id, 202);
  }

  const { imports, importUndo } = consolePaths;
  return [
    { method: 'GET', path: imports, ...reading, handle: list },
    { method: 'POST', path: importUndo, ...managing, handle: undo },
  ];
}
