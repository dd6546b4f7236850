// All zones in memory: read from Postgres at the start and from time to time, page by page; one by its id when it is
// published, and by its domain when a visitor asks for an unknown host. While they cannot be read the last known ones
// serve; before they were read once, nothing can be said of any host.
//
// One reading at a time. What is published or asked for meanwhile is gathered into the next, which comes between two pages.

import type { Db } from '@kurz/database';
import { within, type Log, type SteadyClock } from '@kurz/process';
import type { FindZone } from './find-zone';
import { makeKnownZones, type ZoneNews } from './known-zones';
import { readZonesAfter, readZonesByDomain, readZonesById } from './sql/read-zones';
import type { Zone } from './zone';

export type Zones = {
  /** At once, from memory. */
  find: FindZone;
  /**
   * For a host that is not known: looks once more, at most once a second for all such hosts and not while zones cannot be
   * read, then says what holds. Never rejects.
   */
  findLate: (host: string) => Promise<Zone | 'unknown' | 'unavailable'>;
  /** Reads a zone again that has changed. */
  learn: (zoneId: string) => Promise<void>;
  /** Reads all again; a reading under way, which may have begun too early, is followed by another. */
  reload: () => Promise<void>;
  isLoaded: () => boolean;
  close: () => Promise<void>;
};

const MIN_INTERVAL_MS = 1_000;
/** A few ms of the event loop. */
const PAGE = 1_000;
/** Of unknown hosts between two looks; what is asked beyond them waits for the next reading of all. */
const MOST_DOMAINS = 1_000;

export function makeZones(
  deps: {
    db: Db;
    clock: SteadyClock;
    log: Log;
    isProven: () => boolean;
    /** All zones were read. */
    done?: () => void;
  },
  config: { hostAliases: Readonly<Record<string, string>>; refreshMs: number; timeoutMs: number },
): Zones {
  const { clock, log, db } = deps;
  const known = makeKnownZones(config.hostAliases);
  let isLoaded = false;
  let hasFailed = false;
  let isClosed = false;
  let lastBegun = -Infinity;
  let lastLooked = -Infinity;
  let isAllWanted = false;
  let changed = new Set<string>();
  let asked = new Set<string>();
  let isLookWanted = false;
  /** Whoever waits for what is gathered now. */
  let waiting: (() => void)[] = [];
  let working: Promise<void> | undefined;

  const inTime = <T>(reading: Promise<T>) => within(config.timeoutMs, reading);

  const isNewsWanted = () => changed.size > 0 || isLookWanted;

  /** What was published, and what was asked for when it is time for it. */
  const readNews = async (): Promise<ZoneNews> => {
    const ids = [...changed];
    // what was published since it was asked for is known
    const domains = isLookWanted ? [...asked].filter((domain) => !known.find(domain)) : [];
    const served = waiting;
    changed = new Set();
    waiting = [];
    if (isLookWanted) {
      asked = new Set();
      isLookWanted = false;
    }
    try {
      const [byId, byDomain] = await inTime(
        Promise.all([readZonesById(db, ids), readZonesByDomain(db, domains)]),
      );
      const news = { ids, rows: [...byDomain, ...byId] };
      known.apply(news);
      return news;
    } catch (error) {
      // the reading of all that follows a failure learns them as well
      for (const id of ids) changed.add(id);
      throw error;
    } finally {
      for (const serve of served) serve();
    }
  };

  const readAll = async () => {
    lastBegun = clock.now();
    isAllWanted = false;
    const gathered = known.gather();
    const since: ZoneNews[] = [];
    for (let after = ''; ;) {
      const rows = await inTime(readZonesAfter(db, after, PAGE));
      gathered.add(rows);
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last.id;
      if (isLoaded && isNewsWanted()) since.push(await readNews());
    }
    const zones = gathered.finish(since);
    isLoaded = true;
    if (hasFailed) log.info({ event: 'zones_back', zones });
    hasFailed = false;
    deps.done?.();
  };

  const work = async () => {
    try {
      while (!isClosed && (isAllWanted || isNewsWanted())) {
        if (isAllWanted) await readAll();
        else await readNews();
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!hasFailed) log.warn({ event: 'zones_unreadable', reason });
      hasFailed = true;
      // every tick reads again
      isAllWanted = false;
      isLookWanted = false;
    }
    for (const serve of waiting.splice(0)) serve();
    working = undefined;
  };
  const wake = () => (working ??= work());

  /** Resolves when what is wanted now has been read, or could not be. */
  const readGathered = () => {
    const served = new Promise<void>((resolve) => waiting.push(resolve));
    void wake();
    return served;
  };

  const reload = async () => {
    isAllWanted = true;
    do await wake();
    while (isAllWanted && !hasFailed && !isClosed);
  };

  // news may be missed while the subscription is not proven: then, and after a failure, every tick reads
  const tick = () => {
    const age = clock.now() - lastBegun;
    if (working || (age < config.refreshMs && !hasFailed && deps.isProven())) return;
    isAllWanted = true;
    void wake();
  };
  const timer = setInterval(tick, Math.min(MIN_INTERVAL_MS, config.refreshMs)).unref();

  /** Looks for the domains now, or notes them for the next look. */
  const look = async (domains: readonly string[]) => {
    for (const domain of domains) if (asked.size < MOST_DOMAINS) asked.add(domain);
    if (clock.now() - lastLooked >= MIN_INTERVAL_MS) {
      lastLooked = clock.now();
      isLookWanted = true;
    }
    if (isLookWanted || working) await readGathered();
  };

  return {
    find: known.find,
    findLate: async (host) => {
      const domains = known.domainsOf(host);
      // after a failure every tick reads again: nobody waits for what may hang
      if (!isLoaded && !hasFailed) await (working ?? reload());
      else if (!hasFailed && domains.length > 0) await look(domains);
      return known.find(host) ?? (hasFailed ? 'unavailable' : 'unknown');
    },
    learn: (zoneId) => {
      changed.add(zoneId);
      return readGathered();
    },
    reload,
    isLoaded: () => isLoaded,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await working;
    },
  };
}
