// Waits until an import is counted: by the running product, or by an ingester started for that while it is stopped.

import { setTimeout as sleep } from 'node:timers/promises';
import { migrateClickTables, openClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { makeClosing, makeMetrics, systemClock, type Log } from '@kurz/process';
import type { AdminConnection } from '../admin/connect-admin';
import type { StandaloneSettings } from '../settings';
import { startCounting } from '../start-counting';

const LOOK_EVERY_MS = 100;

/** The position that every store has counted this partition up to. */
async function countedTo(db: Db, partition: number): Promise<number> {
  const hits = await db
    .selectFrom('hit_positions')
    .select('position')
    .where('stream_partition', '=', partition)
    .executeTakeFirst();
  const stored = await db
    .selectFrom('stream_progress')
    .select('position')
    .where('stream_partition', '=', partition)
    .executeTakeFirst();
  return Math.min(hits?.position ?? 0, stored?.position ?? 0);
}

/** Resolves when the partition is counted up to `end`. `onProgress` gets positions on the way. */
export async function waitUntilCounted(
  db: Db,
  partition: number,
  end: number,
  onProgress: (position: number, of: number) => void,
): Promise<void> {
  for (;;) {
    const position = await countedTo(db, partition);
    onProgress(Math.min(position, end), end);
    if (position >= end) return;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Starts the ingester over the stopped product's data; resolves with the way to stop it. */
export async function countWhileStopped(
  { database, postgres, folder }: Pick<AdminConnection, 'database' | 'postgres' | 'folder'>,
  settings: StandaloneSettings,
  log: Log,
): Promise<() => Promise<void>> {
  const closing = makeClosing();
  try {
    const clickHouse = openClickHouse({ kind: 'embedded', directory: folder.clickHouse, database: 'kurz' });
    closing.add('clickhouse', clickHouse.close);
    await migrateClickTables(clickHouse);
    const liveClicks = makeMemoryLiveClicks({ clock: systemClock });
    closing.add('live clicks', liveClicks.close);
    const stores = { database, postgres, clickHouse };
    await startCounting(
      { stores, folder, liveClicks, clock: systemClock, log, metrics: makeMetrics(), closing },
      settings,
    );
    return closing.close;
  } catch (error) {
    await closing.close();
    throw error;
  }
}
