// The redirector's work in one process: near cache, journal with group commit, metrics, all headers. The link cache is
// in memory, or on Redis when the case wants it. When the case wants a warm-up, the process looks links up before it
// listens, as a worker does. Nothing is shipped.

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { openJournalWriter } from '@kurz/click-journal';
import { openDatabase } from '@kurz/database';
import { makeLog, makeMetrics, systemClock } from '@kurz/process';
import {
  answerClientError,
  beforeVisitors,
  makeRedirector,
  redirectServerOptions,
  REVALIDATE_MS,
} from '@kurz/redirector';
import { figuresIn } from './parts/figures-in.mjs';
import { linesInJournal } from './parts/lines-in-journal.mjs';
import { openLinkCache } from './parts/open-link-cache.mjs';
import { serve } from './serve.mjs';

const given = JSON.parse(process.argv[2]);
const { postgres, hasFastPath, fsyncMs, nearCacheBytes, isWarmedUp } = given;
const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-bench-journal-'));
const log = makeLog({ level: 'error', service: 'bench' });
const metrics = makeMetrics();
const journal = await openJournalWriter(
  { directory: folder, fsyncIntervalMs: fsyncMs },
  { log, metrics: makeMetrics() },
);
const linkCache = await openLinkCache(given);
const redirector = await makeRedirector(
  { db: openDatabase(postgres).db, linkCache, journal, clock: systemClock, log, metrics },
  { nearCacheBytes, revalidateMs: REVALIDATE_MS },
);
const server = createServer(redirectServerOptions, redirector.handle);
server.on('clientError', answerClientError);
if (hasFastPath) redirector.addFastPath(server);

if (isWarmedUp) await beforeVisitors(redirector, { log });

serve(server, {
  check: async () => {
    await journal.sync();
    return { ...figuresIn(await metrics.text()), visits: await linesInJournal(folder) };
  },
  close: async () => {
    await journal.close();
    await rm(folder, { recursive: true, force: true });
  },
});
