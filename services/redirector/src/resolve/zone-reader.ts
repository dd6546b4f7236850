// Reads zones from Postgres: all of them, page by page, or those that were published or requested. Requests that arrive
// during a read wait for the next one. It serves them when it ends, whatever its outcome.

import type { Db } from '@kurz/database';
import { type MonotonicClock } from '@kurz/process';
import { within } from '@kurz/resilience';
import type { KnownZones, ZoneChanges } from './known-zones';
import { readZonesAfter, readZonesByDomain, readZonesById } from './sql/read-zones';

export type ZoneReader = {
  /** A zone was published: the next read includes it. */
  publish: (zoneId: string) => void;
  /** Domains of unknown hosts, for the next look: now, or when a second has passed since the last one. */
  requestDomains: (domains: readonly string[]) => void;
  giveUpLook: () => void;
  isLookWanted: () => boolean;
  isReadWanted: () => boolean;
  /** Resolves when everything requested so far has been read, or could not be. */
  requested: () => Promise<void>;
  /** Releases everything that waits for the next read. */
  serve: () => void;
  /** Reads the published zones, and the requested domains when a look is wanted. */
  readChanges: () => Promise<ZoneChanges>;
  /** Resolves with the number of zones. `withChanges`: reads changes that arrive meanwhile between two pages. */
  readAll: (withChanges: boolean) => Promise<number>;
};

/** A page takes a few ms of the event loop. */
const PAGE = 1_000;
/** Most domains of unknown hosts between two reads; requests beyond them wait for the next full read. */
const MAX_DOMAINS = 1_000;
const LOOK_INTERVAL_MS = 1_000;

export function makeZoneReader(
  { db, clock, known }: { db: Db; clock: MonotonicClock; known: KnownZones },
  config: { timeoutMs: number },
): ZoneReader {
  let changed = new Set<string>();
  let requestedDomains = new Set<string>();
  let isLookWanted = false;
  let lastLooked = -Infinity;
  /** Callers that wait for the next read. */
  let waiting: (() => void)[] = [];

  const inTime = <T>(read: Promise<T>) => within(config.timeoutMs, read);

  const isReadWanted = () => changed.size > 0 || isLookWanted;

  const readChanges = async (): Promise<ZoneChanges> => {
    const ids = [...changed];
    // a domain published since the request is known already
    const domains = isLookWanted ? [...requestedDomains].filter((domain) => !known.find(domain)) : [];
    const served = waiting;
    changed = new Set();
    waiting = [];
    if (isLookWanted) {
      requestedDomains = new Set();
      isLookWanted = false;
    }
    try {
      const [byId, byDomain] = await inTime(
        Promise.all([readZonesById(db, ids), readZonesByDomain(db, domains)]),
      );
      const changes = { ids, rows: [...byDomain, ...byId] };
      known.apply(changes);
      return changes;
    } catch (error) {
      // the full read that follows a failure finds them as well
      for (const id of ids) changed.add(id);
      throw error;
    } finally {
      for (const serve of served) serve();
    }
  };

  const readAll = async (withChanges: boolean) => {
    const collected = known.collect();
    const since: ZoneChanges[] = [];
    for (let after = ''; ;) {
      const rows = await inTime(readZonesAfter(db, after, PAGE));
      collected.add(rows);
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last.id;
      if (withChanges && isReadWanted()) since.push(await readChanges());
    }
    return collected.finish(since);
  };

  return {
    publish: (zoneId) => void changed.add(zoneId),
    requestDomains: (domains) => {
      for (const domain of domains) if (requestedDomains.size < MAX_DOMAINS) requestedDomains.add(domain);
      if (clock.now() - lastLooked < LOOK_INTERVAL_MS) return;
      lastLooked = clock.now();
      isLookWanted = true;
    },
    giveUpLook: () => void (isLookWanted = false),
    isLookWanted: () => isLookWanted,
    isReadWanted,
    requested: () => new Promise<void>((resolve) => waiting.push(resolve)),
    serve: () => {
      for (const serve of waiting.splice(0)) serve();
    },
    readChanges,
    readAll,
  };
}
