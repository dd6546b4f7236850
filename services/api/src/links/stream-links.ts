// All links that a list's filters leave, as a stream of CSV. A stream holds a connection to PostgreSQL until its client
// has all of it, so few run at once, and none for longer than some minutes.

import { setTimeout as sleep } from 'node:timers/promises';
import { BYTE_ORDER_MARK } from '@kurz/csv';
import { inSnapshot, type Db } from '@kurz/database';
import type { Log } from '@kurz/process';
import type { SemaphoreKeys } from '@kurz/resilience';
import { makeExportSemaphore } from '../admission/export-semaphore';
import { refuse, type Refusal } from '../errors/refusal';
import type { StreamedContent } from '../http/route';
import { streamOf } from '../http/stream-of';
import { findRequestedTags } from './find-requested-tags';
import type { IsDrifting } from './find-drifts';
import { CSV_TYPE, LINK_CSV_HEAD, linkCsvOf } from './link-csv';
import { NEWEST_FIRST } from './list-order';
import type { ListRequest } from './list-request-of';
import { readLinkPages } from './read-link-pages';

/** The most streams of the process at once. A workspace has at most one, and so has a person. */
const STREAMS = 2;
const RETRY_AFTER = { 'Retry-After': '10' };
const MAX_STREAM_MS = 10 * 60_000;
/** While other workspaces are served, a rest follows each group, as long as the group took and at most this long. */
const MAX_REST_MS = 100;

type Deps = { db: Db; log: Log; isAlone: (workspaceId: string) => boolean };

export type LinkStream = { kind: 'stream'; content: StreamedContent };
export type StreamLinks = (
  workspaceId: string,
  request: ListRequest,
  options: {
    findDrifts: (db: Db) => Promise<IsDrifting>;
    requestId: string;
    /** The workspace and the person that can have no other stream meanwhile. */
    semaphoreKeys: SemaphoreKeys;
    /** A person opens the file, in a spreadsheet. */
    isForSpreadsheet: boolean;
  },
) => Promise<LinkStream | Refusal>;

export function makeStreamLinks({ db, log, isAlone }: Deps): StreamLinks {
  const semaphore = makeExportSemaphore(STREAMS);

  async function* textsOf(
    snapshot: Db,
    workspaceId: string,
    { tagged: asked, order = NEWEST_FIRST, ...filters }: ListRequest & { zoneDomain?: string },
    findDrifts: (db: Db) => Promise<IsDrifting>,
  ): AsyncGenerator<string, void> {
    let text = LINK_CSV_HEAD;
    const tagged = asked && (await findRequestedTags(snapshot, workspaceId, asked));
    if (tagged !== null) {
      const isDrifting = await findDrifts(snapshot);
      let began = performance.now();
      for await (const rows of readLinkPages(snapshot, { workspaceId, ...filters, tagged }, order)) {
        text += linkCsvOf(rows, isDrifting);
        const tookMs = performance.now() - began;
        if (!isAlone(workspaceId)) await sleep(Math.min(tookMs, MAX_REST_MS));
        yield text;
        text = '';
        began = performance.now();
      }
    }
    if (text !== '') yield text;
  }

  async function* linesOf(
    workspaceId: string,
    { zoneDomain, ...request }: ListRequest,
    findDrifts: (db: Db) => Promise<IsDrifting>,
  ): AsyncGenerator<string, void> {
    if (zoneDomain === null) yield LINK_CSV_HEAD;
    else
      yield* inSnapshot(db, (snapshot) =>
        textsOf(snapshot, workspaceId, { ...request, zoneDomain }, findDrifts),
      );
  }

  return async (workspaceId, request, { findDrifts, requestId, semaphoreKeys, isForSpreadsheet }) => {
    const release = semaphore.tryAcquire(semaphoreKeys.filter((key) => key !== null));
    if (!release) return refuse('TOO_MANY_AT_ONCE', {}, RETRY_AFTER);
    const lines = linesOf(workspaceId, request, findDrifts);
    const mark = isForSpreadsheet ? BYTE_ORDER_MARK : '';
    try {
      // read before the answer begins, so that a store that is away gets an answer of its own
      const first = await lines.next();
      const onEnd = (error: unknown) => {
        clearTimeout(limit);
        release();
        if (error instanceof Error) log.warn({ event: 'export_cut', requestId, reason: error.message });
      };
      const stream = streamOf(lines, onEnd, mark + (first.value ?? ''));
      const limit = setTimeout(() => {
        log.warn({ event: 'export_cut', requestId, reason: 'it took too long' });
        stream.destroy(new Error('it took too long'));
      }, MAX_STREAM_MS);
      return { kind: 'stream', content: { type: CSV_TYPE, stream } };
    } catch (error) {
      release();
      throw error;
    }
  };
}
