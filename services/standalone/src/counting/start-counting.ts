// The counting half of the product: the redirector's journal, the imports beside it, and the ingester that reads them.

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { publishCommittedImports } from '@kurz/admin';
import { openJournalReader, openJournalWriter, type JournalWriter } from '@kurz/click-journal';
import { makeIngester, makeJournalSource, UnusableIntent, type Ingester } from '@kurz/ingester';
import type { LiveClicks } from '@kurz/live-clicks';
import type { Clock, Closing, Log, Metrics } from '@kurz/process';
import { assertNothingCounted } from '../data-folder/assert-nothing-counted';
import type { DataFolder } from '../data-folder/data-folder';
import { DataFolderFault } from '../data-folder/data-folder-fault';
import type { StandaloneSettings } from '../settings/standalone-settings';
import type { Stores } from '../stores/start-stores';

export type CountingDeps = {
  stores: Stores;
  folder: DataFolder;
  liveClicks: LiveClicks;
  /** The result of `openCountryLookup`. */
  countryOf: (network: string) => string;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Each part adds its closing as soon as it is open. */
  closing: Closing;
};

const MIB = 1024 ** 2;
const SEGMENT_BYTES = 64 * MIB;
/** A quarter of a second makes a visit seen in the stats seem immediate, and keeps the rows of a busy link few. */
const LINGER_MS = 250;
/** Counting shares its thread with redirects, which larger batches would hold up (p99 40 ms at 500, 150 at 2,000). */
const MAX_VISITS = 1_000;

/** Positions in the journal, in the ingester's folder and in PostgreSQL are of one moment. */
const FROM_ONE_BACKUP = 'Restore the whole data folder from one backup.';

/** Opens the journal behind the visits of earlier starts, and begins to count. */
export async function startCounting(
  { stores, folder, liveClicks, countryOf, clock, log, metrics, closing }: CountingDeps,
  settings: Pick<StandaloneSettings, 'fsyncMs' | 'journalMaxBytes' | 'journalRollMs'>,
): Promise<{ journal: JournalWriter; ingester: Ingester }> {
  const { db } = stores.database;
  await publishCommittedImports(db, folder.imports);
  const journal = await openJournalWriter(
    {
      directory: folder.journal,
      segmentBytes: Math.min(SEGMENT_BYTES, Math.ceil(settings.journalMaxBytes / 4)),
      maxBytes: settings.journalMaxBytes,
      fsyncIntervalMs: settings.fsyncMs,
      rollAfterMs: settings.journalRollMs,
    },
    { log, metrics },
  );
  closing.add('journal', journal.close);
  const reader = openJournalReader({ directory: folder.journal });
  closing.add('journal reader', reader.close);
  const source = makeJournalSource(
    {
      writer: journal,
      reader,
      onImportFinished: (_, directory) => rm(directory, { recursive: true, force: true }),
    },
    { importsDirectory: folder.imports },
  );
  closing.add('click source', source.close);
  if (!existsSync(folder.ingester))
    await assertNothingCounted(stores.database, folder.ingester, FROM_ONE_BACKUP);
  const ingester = await makeIngester(
    { source, clickHouse: stores.clickHouse, db, liveClicks, countryOf, clock, log, metrics },
    { stateDirectory: folder.ingester, lingerMs: LINGER_MS, maxVisits: MAX_VISITS },
  );
  closing.add('ingester', ingester.close);
  await ingester.start().catch((error: unknown) => {
    if (!(error instanceof UnusableIntent)) throw error;
    throw new DataFolderFault(`${error.message}. ${FROM_ONE_BACKUP}`);
  });
  return { journal, ingester };
}
