// A complete redirector: real Postgres, a real journal, the link cache in memory, an HTTP server on a port of its own.

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { openTestDatabase, type TestPostgres } from '@kurz/backends';
import { decodeVisit, type Visit } from '@kurz/click-event';
import { openJournalReader, openJournalWriter, type JournalWriter } from '@kurz/click-journal';
import { openDatabase, type Db } from '@kurz/database';
import { makeMemoryLinkCache, type LinkCache } from '@kurz/link-cache';
import { makeMetrics, openedOrClosed, silentLog, type Closing, type Metrics } from '@kurz/process';
import {
  answerClientError,
  makeRedirector,
  redirectServerOptions,
  type FastPath,
  type Redirector,
  type RedirectorSettings,
} from '@kurz/redirector';
import { makeWatchedReads, type WatchedReads } from './watched-reads';

export type OpenRedirector = {
  db: Db;
  reads: WatchedReads;
  linkCache: LinkCache;
  redirector: Redirector;
  server: http.Server;
  /** Undefined when the redirector has no fast path. */
  fastPath: FastPath | undefined;
  metrics: Metrics;
  port: number;
  /** Moves the redirector's clocks, which are otherwise frozen. */
  pass: (ms: number) => void;
  /** Sets the wall clock back, as a correction of the machine's time does. */
  setClockBack: (ms: number) => void;
  now: () => number;
  /** The wall clock, for visits and the windows of links. */
  wallNow: () => number;
  /** The visits in the journal, in order. */
  visits: () => Promise<Visit[]>;
  close: () => Promise<void>;
};

export type OpenRedirectorOptions = {
  settings?: RedirectorSettings;
  /** The fast path is in front of node:http, as in production; default true. */
  hasFastPath?: boolean;
  /** Options that replace production's, such as timeouts. */
  server?: http.ServerOptions;
  /** A PostgreSQL that the test stops and starts. It is closed with the redirector. */
  postgres?: TestPostgres;
  /** Capacity of the link cache; default 100,000 links. */
  linkCacheEntries?: number;
  /** Wraps the journal that the redirector gets. */
  aroundJournal?: (journal: JournalWriter) => JournalWriter;
  /** Wraps the link cache that the redirector gets. */
  around?: (linkCache: LinkCache) => LinkCache;
};

function visitOf(line: string): Visit {
  const decoded = decodeVisit(line);
  if (decoded.kind !== 'visit') throw new Error(`the journal holds a line that is no visit: ${line}`);
  return decoded.visit;
}

/** Closes what it opened when it cannot open the rest. */
export const openRedirector = (options: OpenRedirectorOptions = {}): Promise<OpenRedirector> =>
  openedOrClosed((closing) => openAll(options, closing));

async function openAll(options: OpenRedirectorOptions, closing: Closing): Promise<OpenRedirector> {
  const postgres = options.postgres ?? (await openTestDatabase());
  closing.add('postgres', postgres.close);
  const database = openDatabase(postgres.options);
  closing.add('database', database.close);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-journal-'));
  closing.add('journal folder', () => rm(folder, { recursive: true, force: true }));

  let now = 1_700_000_000_000;
  let setBack = 0;
  const journal = await openJournalWriter({ directory: folder }, { log: silentLog, metrics: makeMetrics() });
  closing.add('journal', journal.close);
  const linkCache = makeMemoryLinkCache({ maxEntries: options.linkCacheEntries ?? 100_000 });
  closing.add('link_cache', linkCache.close);
  const reads = makeWatchedReads();
  const metrics = makeMetrics();
  const redirector = await makeRedirector(
    {
      db: database.db.withPlugin(reads.plugin),
      linkCache: options.around ? options.around(linkCache) : linkCache,
      journal: options.aroundJournal ? options.aroundJournal(journal) : journal,
      clock: { now: () => now + setBack },
      monotonicClock: { now: () => now },
      log: silentLog,
      metrics,
    },
    options.settings ?? {},
  );
  closing.add('redirector', redirector.close);
  const server = http.createServer({ ...redirectServerOptions, ...options.server }, redirector.handle);
  server.on('clientError', answerClientError);
  const fastPath = options.hasFastPath === false ? undefined : redirector.addFastPath(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.add('server', async () => {
    server.closeAllConnections();
    fastPath?.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const visits = async () => {
    await journal.sync();
    const reader = openJournalReader({ directory: folder });
    const batch = await reader.read(await reader.begin(), { maxLines: 1_000_000 });
    await reader.close();
    return batch.lines.map(visitOf);
  };
  const { port } = server.address() as AddressInfo;
  return {
    db: database.db,
    reads,
    linkCache,
    redirector,
    server,
    fastPath,
    metrics,
    port,
    pass: (ms) => void (now += ms),
    setClockBack: (ms) => void (setBack -= ms),
    now: () => now,
    wallNow: () => now + setBack,
    visits,
    close: closing.close,
  };
}
