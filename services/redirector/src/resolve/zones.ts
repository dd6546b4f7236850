// All zones in memory, read from Postgres at the start, on published changes, and from time to time. While they
// cannot be read the last known ones serve; before they were read once, nothing can be said of any host.

import type { Db } from '@kurz/database';
import type { Log, SteadyClock } from '@kurz/process';
import { makeFindZone, type FindZone } from './find-zone';
import { readZones } from './sql/read-zones';
import { within } from './within';
import { zoneOf, type Zone } from './zone';

export type Zones = {
  /** At once, from memory. */
  find: FindZone;
  /**
   * For a host that is not known: reads once more, at most once a second and not while they cannot be read, then says
   * what holds. Never rejects.
   */
  findLate: (host: string) => Promise<Zone | 'unknown' | 'unavailable'>;
  /** Reads again; a reading under way, which may have begun too early, is followed by another. */
  reload: () => Promise<void>;
  isLoaded: () => boolean;
  close: () => Promise<void>;
};

const MIN_INTERVAL_MS = 1_000;

export function makeZones(
  deps: { db: Db; clock: SteadyClock; log: Log; isProven: () => boolean },
  config: { hostAliases: Readonly<Record<string, string>>; refreshMs: number; timeoutMs: number },
): Zones {
  const { clock, log } = deps;
  let find: FindZone = () => undefined;
  let isLoaded = false;
  let hasFailed = false;
  let isClosed = false;
  let lastBegun = -Infinity;
  let loading: Promise<void> | undefined;
  let isWantedAgain = false;

  const readOnce = async () => {
    lastBegun = clock.now();
    try {
      const rows = await within(config.timeoutMs, readZones(deps.db));
      find = makeFindZone(new Map(rows.map((row) => [row.domain, zoneOf(row)])), config.hostAliases);
      isLoaded = true;
      if (hasFailed) log.info({ event: 'zones_back', zones: rows.length });
      hasFailed = false;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!hasFailed) log.warn({ event: 'zones_unreadable', reason });
      hasFailed = true;
    }
  };

  const readUntilCurrent = async () => {
    do {
      isWantedAgain = false;
      await readOnce();
    } while (isWantedAgain && !isClosed);
    loading = undefined;
  };

  const load = () => (loading ??= readUntilCurrent());

  const reload = () => {
    isWantedAgain = loading !== undefined;
    return load();
  };

  // news may be missed while the subscription is not proven: then, and after a failure, every tick reads
  const tick = () => {
    const age = clock.now() - lastBegun;
    if (age >= config.refreshMs || hasFailed || !deps.isProven()) void load();
  };
  const timer = setInterval(tick, Math.min(MIN_INTERVAL_MS, config.refreshMs)).unref();

  return {
    find: (host) => find(host),
    findLate: async (host) => {
      // after a failure every tick reads again: nobody waits for what may hang
      if (!hasFailed && (loading || clock.now() - lastBegun >= MIN_INTERVAL_MS)) await load();
      return find(host) ?? (hasFailed ? 'unavailable' : 'unknown');
    },
    reload,
    isLoaded: () => isLoaded,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await loading;
    },
  };
}
