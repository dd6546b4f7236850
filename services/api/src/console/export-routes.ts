// The endpoints that export a workspace, for its owner, and an account, for its person. A workspace is exported as it
// is, in a form for another installation, or as its links in the format of another service.

import { addAbortSignal } from 'node:stream';
import type { Db } from '@kurz/database';
import type { Clock, Log } from '@kurz/process';
import { analyticsUnavailable } from '../analytics/analytics-unavailable';
import type { QueryAnalytics } from '../analytics/query-analytics';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import type { Reason } from '../errors/reasons';
import { refuse, type Refusal } from '../errors/refusal';
import type { ConsoleOutcome, ConsoleRequest, ConsoleRoute, UserRequest } from '../http/console-route';
import { answerStreamed, type StreamedContent } from '../http/route';
import { streamOf } from '../http/stream-of';
import { exportPerson } from '../workspaces/export/export-person';
import { exportLines, type ExportPage } from '../workspaces/export/export-record';
import { makeExportSemaphore } from '../admission/export-semaphore';
import { exportWorkspace } from '../workspaces/export/export-workspace';
import { PEER_FORMATS, exportPeerCsv } from '../workspaces/export/export-peer-csv';
import { portablePages } from '../workspaces/export/portable-pages';
import { readLinkCounts, type ReadLinkCounts } from '../workspaces/export/read-link-counts';
import { consolePaths } from './console-paths';

type Deps = { db: Db; clock: Clock; log: Log; queryAnalytics: QueryAnalytics };

const RETRY_AFTER = { 'Retry-After': '10' };

type Exported = { type: StreamedContent['type']; extension: string; texts: AsyncGenerator<string, void> };

const jsonLines = (pages: AsyncIterable<ExportPage>): Exported => ({
  type: 'application/x-ndjson',
  extension: 'jsonl',
  texts: exportLines(pages),
});

type Shape = { kind: 'shape'; format?: (typeof PEER_FORMATS)[number]; isPortable: boolean };

/** An empty parameter counts as left out. */
function shapeOf({ format, portable }: ConsoleRequest['query']): Shape | Refusal {
  const invalid = (field: string, reason: Reason) => refuse('VALIDATION_FAILED', { field, reason });
  if (Array.isArray(format)) return invalid('format', 'repeated');
  if (Array.isArray(portable)) return invalid('portable', 'repeated');
  if (portable && !['true', 'false'].includes(portable)) return invalid('portable', 'not_a_boolean');
  const isPortable = portable === 'true';
  if (!format) return { kind: 'shape', isPortable };
  const known = PEER_FORMATS.find((one) => one === format);
  // a file in another service's format has nothing of this installation, so `portable` does not matter
  return known ? { kind: 'shape', format: known, isPortable } : invalid('format', 'not_offered');
}

/** ClickHouse did not answer. */
class CountsAway extends Error {}

export function makeExportRoutes(
  { db, clock, log, queryAnalytics }: Deps,
  semaphore = makeExportSemaphore(),
): ConsoleRoute[] {
  const readCounts: ReadLinkCounts = async (page) => {
    const counts = await queryAnalytics(
      (clickHouse, { signal }) => readLinkCounts({ db, clickHouse }, page, signal),
      {
        workspaceId: page.workspaceId,
        isLong: true,
      },
    );
    if (!counts) throw new CountsAway('ClickHouse does not answer');
    return counts;
  };

  /** `begin` resolves with undefined when there is nothing of that name. */
  async function send(
    { user, requestId }: UserRequest,
    name: string,
    begin: () => Promise<Exported | undefined>,
  ): Promise<ConsoleOutcome> {
    const cut = new AbortController();
    const release = semaphore.tryAcquire([user.id], () => {
      log.warn({ event: 'export_cut', requestId, reason: 'it gave way to another' });
      cut.abort();
    });
    if (!release) return refuse('TOO_MANY_AT_ONCE', {}, RETRY_AFTER);
    try {
      const exported = await begin();
      if (!exported) {
        release();
        return refuse('WORKSPACE_NOT_FOUND');
      }
      const { type, extension, texts } = exported;
      const stream = streamOf(texts, (error) => {
        release();
        if (error instanceof Error) log.warn({ event: 'export_cut', requestId, reason: error.message });
      });
      return answerStreamed(
        { type, stream: addAbortSignal(cut.signal, stream) },
        { 'Content-Disposition': `attachment; filename="kurz-${name}.${extension}"` },
      );
    } catch (error) {
      release();
      if (error instanceof CountsAway) return analyticsUnavailable();
      throw error;
    }
  }

  const ofWorkspace = async (request: ConsoleRequest) => {
    const { workspace, query } = request;
    const shape = shapeOf(query);
    if (shape.kind === 'refused') return shape;
    const { format, isPortable } = shape;
    const by = auditActorOfPerson(request);
    return send(request, workspace.id, async () => {
      if (format) {
        const file = await exportPeerCsv(db, { workspaceId: workspace.id, format }, by);
        if (file.kind !== 'export') return undefined;
        return { type: 'text/csv; charset=utf-8', extension: `${format}.csv`, texts: file.texts };
      }
      const asked = { workspaceId: workspace.id, now: new Date(clock.now()) };
      const outcome = await exportWorkspace({ db, readLinkCounts: readCounts }, asked, by);
      if (outcome.kind !== 'export') return undefined;
      return jsonLines(isPortable ? portablePages(outcome.pages) : outcome.pages);
    });
  };

  const ofPerson = (request: UserRequest) => {
    const { user } = request;
    return send(request, user.id, async () => {
      const asked = { userId: user.id, now: new Date(clock.now()) };
      const outcome = await exportPerson(db, asked, auditActorOfPerson(request));
      return outcome.kind === 'export' ? jsonLines(outcome.pages) : undefined;
    });
  };

  const { workspaceExport, personExport } = consolePaths;
  return [
    { method: 'GET', path: personExport, access: 'user', isWrite: false, handle: ofPerson },
    { method: 'GET', path: workspaceExport, access: { role: 'owner' }, isWrite: false, handle: ofWorkspace },
  ];
}
