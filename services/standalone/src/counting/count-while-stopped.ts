// An ingester over the stopped product's data, which runs while an admin command waits until its import is counted.

import { migrateClickTables, openClickHouse } from '@kurz/click-tables';
import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { makeMetrics, openedOrClosed, systemClock, type Log } from '@kurz/process';
import { openCountryLookup } from '@kurz/visitor-facts';
import { embeddedConnection } from '../clickhouse/embedded-connection';
import { assertCountsAreThere } from '../data-folder/assert-nothing-counted';
import type { DataFolder } from '../data-folder/data-folder';
import type { StandaloneSettings } from '../settings/standalone-settings';
import type { Stores } from '../stores/start-stores';
import { startCounting } from './start-counting';

/** Starts the ingester over the stopped product's data. Resolves with the function that stops it. */
export const countWhileStopped = (
  { database, postgres, folder }: Pick<Stores, 'database' | 'postgres'> & { folder: DataFolder },
  settings: StandaloneSettings,
  log: Log,
): Promise<() => Promise<void>> =>
  openedOrClosed(async (closing) => {
    await assertCountsAreThere(database, folder.clickHouse);
    const clickHouse = openClickHouse({
      kind: 'embedded',
      connection: embeddedConnection(folder.clickHouse),
      database: 'kurz',
    });
    closing.add('clickhouse', clickHouse.close);
    await migrateClickTables(clickHouse);
    const liveClicks = makeMemoryLiveClicks({ clock: systemClock });
    closing.add('live clicks', liveClicks.close);
    const stores = { database, postgres, clickHouse };
    const countryOf = await openCountryLookup(settings.geoFile);
    await startCounting(
      { stores, folder, liveClicks, countryOf, clock: systemClock, log, metrics: makeMetrics(), closing },
      settings,
    );
    return closing.close;
  });
