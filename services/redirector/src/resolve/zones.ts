// All zones in memory. Read from Postgres at the start and from time to time, page by page. A single zone is read by
// its id when it is published, and by its domain when a visitor asks for an unknown host. While a read fails, the last
// known zones serve. Before the first read, every host is undecided.
//
// One read at a time. Requests that arrive meanwhile are collected for the next read, which comes between two pages.

import type { Db } from '@kurz/database';
import type { Log, MonotonicClock } from '@kurz/process';
import type { FindZone } from './find-zone';
import { makeKnownZones } from './known-zones';
import type { Zone } from './zone';
import { makeZoneReader } from './zone-reader';

export type Zones = {
  /** At once, from memory. */
  find: FindZone;
  /**
   * For an unknown host: reads once more, at most once a second for all such hosts and not while reads fail, then
   * answers. Never rejects.
   */
  findLate: (host: string) => Promise<Zone | 'unknown' | 'unavailable'>;
  /** Reads a changed zone again. */
  learn: (zoneId: string) => Promise<void>;
  /** Messages about zones may have been missed: all are read again soon. */
  missed: () => void;
  /** Reads all again. A read in progress may have begun too early, so it is followed by another. */
  reload: () => Promise<void>;
  isLoaded: () => boolean;
  close: () => Promise<void>;
};

const MIN_INTERVAL_MS = 1_000;
/**
 * Time between the starts of two full reads while messages may be missed, as a multiple of a read's duration. With
 * 100,000 domains a read each second took 0.28 of a core for each worker, as long as Redis was away.
 */
const REST = 5;

export type ZonesDeps = {
  db: Db;
  clock: MonotonicClock;
  log: Log;
  /** Whether no invalidation can have been missed. */
  isConnected: () => boolean;
  /** Called when all zones were read. */
  done?: () => void;
};
export type ZonesConfig = {
  hostAliases: Readonly<Record<string, string>>;
  refreshMs: number;
  timeoutMs: number;
};

export function makeZones(deps: ZonesDeps, config: ZonesConfig): Zones {
  const { clock, log, db } = deps;
  const known = makeKnownZones(config.hostAliases);
  const reader = makeZoneReader({ db, clock, known }, config);
  let [isLoaded, hasFailed, isClosed, isAllWanted, isMissed] = [false, false, false, false, false];
  let [lastBegun, lastTook] = [-Infinity, 0];
  let working: Promise<void> | undefined;

  const readAll = async () => {
    lastBegun = clock.now();
    isAllWanted = false;
    isMissed = !deps.isConnected();
    const zones = await reader.readAll(isLoaded);
    lastTook = clock.now() - lastBegun;
    isLoaded = true;
    if (hasFailed) log.info({ event: 'zones_back', zones });
    hasFailed = false;
    deps.done?.();
  };

  const work = async () => {
    try {
      while (!isClosed && (isAllWanted || reader.isReadWanted())) {
        if (isAllWanted) await readAll();
        else await reader.readChanges();
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!hasFailed) log.warn({ event: 'zones_unreadable', reason });
      hasFailed = true;
      // every tick reads again
      isAllWanted = false;
      reader.giveUpLook();
    }
    reader.serve();
    working = undefined;
  };
  const wake = () => (working ??= work());

  /** Resolves when what is wanted now has been read, or could not be. */
  const readRequested = () => {
    const served = reader.requested();
    void wake();
    return served;
  };

  const reload = async () => {
    isAllWanted = true;
    do await wake();
    while (isAllWanted && !hasFailed && !isClosed);
  };

  // each tick reads after a failure, and while messages may be missed, except in the pause after a long read
  const tick = () => {
    const age = clock.now() - lastBegun;
    isMissed ||= !deps.isConnected();
    const isDue = age >= config.refreshMs || hasFailed || (isMissed && age >= REST * lastTook);
    if (working || !isDue) return;
    isAllWanted = true;
    void wake();
  };
  const timer = setInterval(tick, Math.min(MIN_INTERVAL_MS, config.refreshMs)).unref();

  /** Reads the domains now, or keeps them for the next read. */
  const look = async (domains: readonly string[]) => {
    reader.requestDomains(domains);
    if (reader.isLookWanted() || working) await readRequested();
  };

  return {
    find: known.find,
    findLate: async (host) => {
      const domains = known.domainsOf(host);
      // after a failure every tick reads again: no request waits for a read that may hang
      if (!isLoaded && !hasFailed) await (working ?? reload());
      else if (!hasFailed && domains.length > 0) await look(domains);
      return known.find(host) ?? (hasFailed ? 'unavailable' : 'unknown');
    },
    learn: (zoneId) => {
      reader.publish(zoneId);
      return readRequested();
    },
    missed: () => void (isMissed = true),
    reload,
    isLoaded: () => isLoaded,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await working;
    },
  };
}
