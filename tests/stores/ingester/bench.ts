// An ingester with everything around it for tests: real stores, a real journal, and the resulting counts.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  openTestClickHouse,
  openTestDatabase,
  startClickHouse,
  startPostgres,
  type TestClickHouse,
  type TestDatabase,
  type TestPostgres,
  type TestTables,
} from '@kurz/backends';
import { encodeVisit, type Visit } from '@kurz/click-event';
import { openJournalReader, openJournalWriter, type JournalWriter } from '@kurz/click-journal';
import { openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { openDatabase, type Database } from '@kurz/database';
import {
  makeIngester,
  makeJournalSource,
  makeIntentFiles,
  type Ingester,
  type IngesterDeps,
} from '@kurz/ingester';
import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { sql } from 'kysely';
import { addLinks } from './add-links';

/** A busy machine takes longer than production's 2 s to open a connection. */
const LONG_TIMEOUT = { connectionTimeoutMs: 30_000 };

export type Start = Partial<IngesterDeps> & { maxVisits?: number; lingerMs?: number };

export type Bench = {
  postgres: TestDatabase;
  server: TestTables;
  clickHouse: ClickHouse;
  database: Database;
  stateDirectory: string;
  importsDirectory: string;
  journalDirectory: string;
  finishedImports: number[];
  /** Empties both stores and begins a new journal and state. */
  reset: () => Promise<void>;
  /** Starts an ingester on journal and state as they are; `reset` and `close` end it. */
  start: (change?: Start) => Promise<Ingester>;
  /** Appends visits, or raw lines, to the live journal. */
  write: (visits: readonly (Visit | string)[]) => Promise<void>;
  /** Ends the journal and opens it again, as a restart of the process does. */
  reopenJournal: () => Promise<void>;
  /** Ends the journal, so that another process may open it. */
  closeJournal: () => Promise<void>;
  /** Adds links to Postgres. */
  addLinks: (linkIds: readonly string[]) => Promise<void>;
  close: () => Promise<void>;
};

/** A bench with servers that the test may stop or kill. */
export type OwnBench = Bench & { postgres: TestPostgres; server: TestClickHouse };

export async function openBench(): Promise<Bench> {
  const [postgres, server] = await Promise.all([openTestDatabase(), openTestClickHouse()]);
  return openBenchOn({ postgres, server });
}

/** Opens a bench on its own servers. */
export async function openOwnBench(): Promise<OwnBench> {
  const [postgres, server] = await Promise.all([startPostgres(), startClickHouse()]);
  return Object.assign(openBenchOn({ postgres, server }), { postgres, server });
}

function openBenchOn({ postgres, server }: { postgres: TestDatabase; server: TestTables }): Bench {
  const clickHouse = openClickHouse(server.options);
  const database = openDatabase({ ...postgres.options, ...LONG_TIMEOUT, onError: () => undefined });
  const { db } = database;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-ingester-'));
  const running: Ingester[] = [];
  const finishedImports: number[] = [];
  let round = 0;
  let journal: { writer: JournalWriter; close: () => Promise<void>; directory: string } | undefined;

  const openJournal = async (directory: string) => {
    const writer = await openJournalWriter(
      { directory, fsyncIntervalMs: 60_000 },
      { log: silentLog, metrics: makeMetrics() },
    );
    journal = { directory, writer, close: () => writer.close() };
  };
  const current = () => {
    if (!journal) throw new Error('reset the bench first');
    return journal;
  };
  const closeRunning = async () => {
    for (const ingester of running.splice(0)) await ingester.close();
  };
  const place = (name: string) => path.join(folder, `${round}`, name);

  const bench: Bench = {
    postgres,
    server,
    clickHouse,
    database,
    finishedImports,
    get stateDirectory() {
      return place('state');
    },
    get importsDirectory() {
      return place('imports');
    },
    get journalDirectory() {
      return place('journal');
    },
    reset: async () => {
      await closeRunning();
      await journal?.close();
      round++;
      finishedImports.length = 0;
      await openJournal(place('journal'));
      for (const table of ['clicks_hourly', 'clicks_daily', 'clicks_daily_by']) {
        await clickHouse.client.command({ query: `TRUNCATE TABLE kurz.${table}` });
      }
      await sql`TRUNCATE links, link_hits, erasures, hit_positions, stream_progress CASCADE`.execute(db);
    },
    start: async ({ maxVisits = 10_000, lingerMs = 0, ...change } = {}) => {
      const { writer, directory } = current();
      const reader = openJournalReader({ directory });
      const source = makeJournalSource(
        { writer, reader, onImportFinished: (partition) => void finishedImports.push(partition) },
        { importsDirectory: bench.importsDirectory },
      );
      const ingester = await makeIngester(
        {
          source,
          clickHouse,
          db,
          liveClicks: makeMemoryLiveClicks(),
          countryOf: () => 'AT',
          clock: systemClock,
          log: silentLog,
          metrics: makeMetrics(),
          intents: makeIntentFiles(bench.stateDirectory),
          ...change,
        },
        { stateDirectory: bench.stateDirectory, lingerMs, maxVisits },
      );
      running.push({
        ...ingester,
        close: async () => {
          await ingester.close();
          await source.close();
          await reader.close();
        },
      });
      await ingester.start();
      return ingester;
    },
    write: async (visits) => {
      const { writer } = current();
      await Promise.all(
        visits.map(
          (visit) =>
            new Promise<void>((done) =>
              writer.append(typeof visit === 'string' ? visit : encodeVisit(visit), done),
            ),
        ),
      );
    },
    reopenJournal: async () => {
      await closeRunning();
      const { directory, close } = current();
      await close();
      await openJournal(directory);
    },
    closeJournal: async () => {
      await journal?.close();
      journal = undefined;
    },
    addLinks: (linkIds) => addLinks(db, linkIds),
    close: async () => {
      await closeRunning();
      await journal?.close();
      await clickHouse.close();
      await database.close();
      await server.close();
      await postgres.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return bench;
}
