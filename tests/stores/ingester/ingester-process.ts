// An ingester in a process of its own, which a test can kill, over a journal that another process wrote.
// node -r ../../typescript-hook.cjs ingester-process.ts <options as JSON>; prints `done` when it has caught up.

import { openJournalReader, openJournalWriter } from '@kurz/click-journal';
import { openClickHouse, type ClickHouseOptions } from '@kurz/click-tables';
import { openDatabase, type DatabaseOptions } from '@kurz/database';
import { makeIngester, makeJournalSource } from '@kurz/ingester';
import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';

export type ProcessOptions = {
  clickHouse: Extract<ClickHouseOptions, { kind: 'server' }>;
  database: DatabaseOptions;
  directory: string;
  stateDirectory: string;
  maxVisits: number;
};

async function main(options: ProcessOptions): Promise<void> {
  const { directory, stateDirectory, maxVisits } = options;
  const writer = await openJournalWriter({ directory }, { log: silentLog, metrics: makeMetrics() });
  const source = makeJournalSource({ writer, reader: openJournalReader({ directory }) });
  const ingester = await makeIngester(
    {
      source,
      clickHouse: openClickHouse(options.clickHouse),
      db: openDatabase(options.database).db,
      liveClicks: makeMemoryLiveClicks(),
      countryOf: () => 'AT',
      clock: systemClock,
      log: silentLog,
      metrics: makeMetrics(),
    },
    { stateDirectory, lingerMs: 0, maxVisits },
  );
  process.stdout.write('started\n');
  await ingester.start();
  await ingester.caughtUp();
  process.stdout.write('done\n');
}

void main(JSON.parse(process.argv[2] ?? '{}') as ProcessOptions);
