// Reads zones from Postgres: all of them, page by page, or those that were published or asked for. What is gathered while
// a reading is under way is for the next one; those who wait for it are served when it ends, whatever its outcome.

import type { Db } from '@kurz/database';
import { type SteadyClock } from '@kurz/process';
import { within } from '@kurz/resilience';
import type { KnownZones, ZoneNews } from './known-zones';
import { readZonesAfter, readZonesByDomain, readZonesById } from './sql/read-zones';

export type ZoneReadings = {
  /** A zone was published: the next reading reads it again. */
  publish: (zoneId: string) => void;
  /** Domains of unknown hosts, for the next look: now, or when a second has passed since the last one. */
  ask: (domains: readonly string[]) => void;
  giveUpLook: () => void;
  isLookWanted: () => boolean;
  isNewsWanted: () => boolean;
  /** Resolves when what is gathered now has been read, or could not be. */
  gathered: () => Promise<void>;
  /** Nobody waits any longer for what is gathered now. */
  serve: () => void;
  /** What was published, and what was asked for when a look is wanted. */
  readNews: () => Promise<ZoneNews>;
  /** Their number. `withNews`: news that come meanwhile are read between two pages. */
  readAll: (withNews: boolean) => Promise<number>;
};

/** A few ms of the event loop. */
const PAGE = 1_000;
/** Of unknown hosts between two looks; what is asked beyond them waits for the next reading of all. */
const MOST_DOMAINS = 1_000;
const LOOK_INTERVAL_MS = 1_000;

export function makeZoneReadings(
  { db, clock, known }: { db: Db; clock: SteadyClock; known: KnownZones },
  config: { timeoutMs: number },
): ZoneReadings {
  let changed = new Set<string>();
  let asked = new Set<string>();
  let isLookWanted = false;
  let lastLooked = -Infinity;
  /** Those who wait for what is gathered now. */
  let waiting: (() => void)[] = [];

  const inTime = <T>(reading: Promise<T>) => within(config.timeoutMs, reading);

  const isNewsWanted = () => changed.size > 0 || isLookWanted;

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

  const readAll = async (withNews: boolean) => {
    const gathered = known.gather();
    const since: ZoneNews[] = [];
    for (let after = ''; ;) {
      const rows = await inTime(readZonesAfter(db, after, PAGE));
      gathered.add(rows);
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last.id;
      if (withNews && isNewsWanted()) since.push(await readNews());
    }
    return gathered.finish(since);
  };

  return {
    publish: (zoneId) => void changed.add(zoneId),
    ask: (domains) => {
      for (const domain of domains) if (asked.size < MOST_DOMAINS) asked.add(domain);
      if (clock.now() - lastLooked < LOOK_INTERVAL_MS) return;
      lastLooked = clock.now();
      isLookWanted = true;
    },
    giveUpLook: () => void (isLookWanted = false),
    isLookWanted: () => isLookWanted,
    isNewsWanted,
    gathered: () => new Promise<void>((resolve) => waiting.push(resolve)),
    serve: () => {
      for (const serve of waiting.splice(0)) serve();
    },
    readNews,
    readAll,
  };
}
