// The endpoints by which people take their data along: a workspace, for its owner, and the account, for its person.

import type { Db } from '@kurz/database';
import type { Clock, Log } from '@kurz/process';
import { analyticsUnavailable } from '../analytics/analytics-unavailable';
import type { AskAnalytics } from '../analytics/ask-analytics';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse } from '../errors/refusal';
import type { ConsoleOutcome, ConsoleRequest, ConsoleRoute, UserRequest } from '../http/console-route';
import { answerStreamed } from '../http/route';
import { streamOf } from '../http/stream-of';
import { exportPerson } from '../workspaces/export/export-person';
import { exportLines, type ExportPage } from '../workspaces/export/export-record';
import { makeExportSemaphore } from '../admission/export-semaphore';
import { exportWorkspace } from '../workspaces/export/export-workspace';
import { readLinkCounts, type ReadLinkCounts } from '../workspaces/export/read-link-counts';
import { consolePaths } from './console-paths';

type Deps = { db: Db; clock: Clock; log: Log; askAnalytics: AskAnalytics };

const RETRY_AFTER = { 'Retry-After': '10' };

/** ClickHouse did not answer. */
class CountsAway extends Error {}

export function makeExportRoutes({ db, clock, log, askAnalytics }: Deps): ConsoleRoute[] {
  const semaphore = makeExportSemaphore();

  const readCounts: ReadLinkCounts = async (page) => {
    const counts = await askAnalytics(
      (clickHouse, signal) => readLinkCounts({ db, clickHouse }, page, signal),
      {
        isLong: true,
      },
    );
    if (!counts) throw new CountsAway('ClickHouse does not answer');
    return counts;
  };

  /** `begin`: undefined when there is nothing of that name. */
  async function send(
    { user, requestId }: UserRequest,
    name: string,
    begin: () => Promise<AsyncIterable<ExportPage> | undefined>,
  ): Promise<ConsoleOutcome> {
    const release = semaphore.tryAcquire(user.id);
    if (!release) return refuse('TOO_MANY_AT_ONCE', {}, RETRY_AFTER);
    try {
      const pages = await begin();
      if (!pages) {
        release();
        return refuse('WORKSPACE_NOT_FOUND');
      }
      const stream = streamOf(exportLines(pages), (error) => {
        release();
        if (error instanceof Error) log.warn({ event: 'export_cut', requestId, reason: error.message });
      });
      return answerStreamed(
        { type: 'application/x-ndjson', stream },
        { 'Content-Disposition': `attachment; filename="kurz-${name}.jsonl"` },
      );
    } catch (error) {
      release();
      if (error instanceof CountsAway) return analyticsUnavailable();
      throw error;
    }
  }

  const ofWorkspace = (request: ConsoleRequest) => {
    const { workspace } = request;
    return send(request, workspace.id, async () => {
      const asked = { workspaceId: workspace.id, now: new Date(clock.now()) };
      const deps = { db, readLinkCounts: readCounts };
      const outcome = await exportWorkspace(deps, asked, auditActorOfPerson(request));
      return outcome.kind === 'export' ? outcome.pages : undefined;
    });
  };

  const ofPerson = (request: UserRequest) => {
    const { user } = request;
    return send(request, user.id, async () => {
      const asked = { userId: user.id, now: new Date(clock.now()) };
      const outcome = await exportPerson(db, asked, auditActorOfPerson(request));
      return outcome.kind === 'export' ? outcome.pages : undefined;
    });
  };

  const { workspaceExport, personExport } = consolePaths;
  return [
    { method: 'GET', path: personExport, access: 'user', isWrite: false, handle: ofPerson },
    { method: 'GET', path: workspaceExport, access: { role: 'owner' }, isWrite: false, handle: ofWorkspace },
  ];
}
