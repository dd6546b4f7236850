// All links that a list's filters leave, as a stream of CSV. A stream holds a connection to PostgreSQL until its client
// has all of it, so few run at once, and none for longer than some minutes.

import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@kurz/database';
import type { Log } from '@kurz/process';
import { makeExportSemaphore } from '../admission/export-semaphore';
import { refuse, type Refusal } from '../errors/refusal';
import type { StreamedContent } from '../http/route';
import { findTagsAsked } from './find-tags-asked';
import type { IsDrifting } from './find-drifts';
import { CSV_TYPE, LINK_CSV_HEAD, linkCsvOf } from './link-csv';
import { NEWEST_FIRST } from './list-order';
import type { ListRequest } from './list-request-of';
import { readLinkPages } from './read-link-pages';

/** Of the process; one of a workspace. */
const STREAMS = 2;
const RETRY_AFTER = { 'Retry-After': '10' };
const LONGEST_MS = 10 * 60_000;
/** While other workspaces are served, a group is followed by a rest as long as it took, up to so much. */
const MOST_REST_MS = 100;

type Deps = { db: Db; log: Log; isAlone: (workspaceId: string) => boolean };

export type LinkStream = { kind: 'stream'; content: StreamedContent };
export type StreamLinks = (
  workspaceId: string,
  request: ListRequest,
  options: { findDrifts: (db: Db) => Promise<IsDrifting>; requestId: string },
) => Promise<LinkStream | Refusal>;

/** The text of the generator as a stream; `end` is called once, also when nothing of it is read. */
function streamOf(
  first: string,
  rest: AsyncGenerator<string, void>,
  end: (error?: unknown) => void,
): Readable {
  let isFirst = true;
  return Readable.from(
    {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          if (isFirst) {
            isFirst = false;
            return { done: false as const, value: first };
          }
          try {
            const next = await rest.next();
            if (next.done) end();
            return next;
          } catch (error) {
            end(error);
            throw error;
          }
        },
        return: async () => {
          try {
            return await rest.return(undefined);
          } finally {
            end();
          }
        },
      }),
    },
    { objectMode: false },
  );
}

export function makeStreamLinks({ db, log, isAlone }: Deps): StreamLinks {
  const semaphore = makeExportSemaphore(STREAMS);

  async function* linesOf(
    workspaceId: string,
    { zoneDomain, tagged: asked, order = NEWEST_FIRST, ...filters }: ListRequest,
    findDrifts: (db: Db) => Promise<IsDrifting>,
  ): AsyncGenerator<string, void> {
    if (zoneDomain === null) {
      yield LINK_CSV_HEAD;
      return;
    }
    const transaction = await db
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute();
    try {
      const tagged = asked && (await findTagsAsked(transaction, workspaceId, asked));
      if (tagged === null) {
        yield LINK_CSV_HEAD;
        return;
      }
      const isDrifting = await findDrifts(transaction);
      let text = LINK_CSV_HEAD;
      let began = performance.now();
      for await (const rows of readLinkPages(
        transaction,
        { workspaceId, ...filters, zoneDomain, tagged },
        order,
      )) {
        text += linkCsvOf(rows, isDrifting);
        const tookMs = performance.now() - began;
        if (!isAlone(workspaceId)) await sleep(Math.min(tookMs, MOST_REST_MS));
        yield text;
        text = '';
        began = performance.now();
      }
      if (text !== '') yield text;
    } finally {
      // a snapshot that was only read has nothing to keep
      await transaction.rollback().execute();
    }
  }

  return async (workspaceId, request, { findDrifts, requestId }) => {
    const release = semaphore.tryAcquire(workspaceId);
    if (!release) return refuse('TOO_MANY_AT_ONCE', {}, RETRY_AFTER);
    const lines = linesOf(workspaceId, request, findDrifts);
    try {
      // before the answer begins, so that a store that is away is an answer of its own
      const first = await lines.next();
      const stream = streamOf(first.value ?? '', lines, (error) => {
        clearTimeout(limit);
        release();
        if (error instanceof Error) log.warn({ event: 'export_cut', requestId, reason: error.message });
      });
      const limit = setTimeout(() => stream.destroy(new Error('it took too long')), LONGEST_MS);
      return { kind: 'stream', content: { type: CSV_TYPE, stream } };
    } catch (error) {
      release();
      throw error;
    }
  };
}
