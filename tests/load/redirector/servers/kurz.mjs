// The redirector as production runs it, with a directory in memory in the place of Redis: near cache, journal with
// group commit, metrics, all headers.

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { openJournalReader, openJournalWriter } from '@kurz/click-journal';
import { openDatabase } from '@kurz/database';
import { makeMemoryLinkDirectory } from '@kurz/link-directory';
import { makeLog, makeMetrics, systemClock } from '@kurz/process';
import { answerClientError, makeRedirector, redirectServerOptions } from '@kurz/redirector';
import { linkOf } from '../links.mjs';
import { serve } from './serve.mjs';

const READ_LINES = 100_000;
const { postgres, zoneId, links, isLean, fsyncMs } = JSON.parse(process.argv[2]);
const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-bench-journal-'));
const log = makeLog({ level: 'error', service: 'bench' });
const metrics = makeMetrics();
const journal = await openJournalWriter(
  { directory: folder, fsyncIntervalMs: fsyncMs },
  { log, metrics: makeMetrics() },
);
const directory = makeMemoryLinkDirectory({ maxEntries: 2_000_000 });
for (let n = 0; n < links; n++) {
  const { slug, entry } = linkOf(n);
  await directory.fill({ zoneId, slug }, entry);
}
const redirector = await makeRedirector(
  { db: openDatabase(postgres).db, directory, journal, clock: systemClock, log, metrics },
  { nearCacheBytes: 512 * 1024 * 1024, nearCacheTtlMs: 3_600_000 },
);
const server = createServer(redirectServerOptions, redirector.handle);
server.on('clientError', answerClientError);
if (isLean) redirector.addLeanLane(server);

async function linesInJournal() {
  await journal.sync();
  const reader = openJournalReader({ directory: folder });
  let lines = 0;
  for (let from = await reader.begin(); ;) {
    const batch = await reader.read(from, { maxLines: READ_LINES });
    if (batch.lines.length === 0) break;
    lines += batch.lines.length;
    from = batch.to;
  }
  await reader.close();
  return lines;
}

serve(server, {
  check: async () => {
    const [, redirects = '0'] =
      /^kurz_redirector_answers_total\{kind="redirect"\} (\d+)$/m.exec(await metrics.text()) ?? [];
    return { redirects: Number(redirects), visits: await linesInJournal() };
  },
  close: async () => {
    await journal.close();
    await rm(folder, { recursive: true, force: true });
  },
});
