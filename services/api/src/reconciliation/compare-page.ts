// Compares the sums of a page of links: hits in PostgreSQL and today's live counts with the sums in ClickHouse.
//
//   C1  ClickHouse's positions; hits and live counts have passed them
//   H2  hits with their positions, in one snapshot; live counts, between two reads of their positions
//   C3  ClickHouse's positions when they have passed all of these
//
// There is no result while a store is away, or so far behind that one of these does not come in time.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouse, ClickShards } from '@kurz/click-tables';
import { findShards, type Db } from '@kurz/database';
import type { LiveClicks } from '@kurz/live-clicks';
import { dayOf, type Clock } from '@kurz/process';
import { differenceOf, furthestOf, isPast, type Positions } from './compare-sums';
import {
  findCountedLinks,
  findHitPositions,
  findProgress,
  type CountedLink,
  type Page,
  type Progress,
} from './counted-links';
import { readStoredSums, type StoredSum, type SumsToRead } from './stored-sums';

/** The two comparisons: hits in PostgreSQL, and live counts, with ClickHouse. */
export type Between = 'hits' | 'live';

export type Difference = { linkId: string; sum: number; low: number; high: number; visits: number };

export type Compared = {
  /** The id after which the next page begins. */
  lastId: string;
  /** Links compared and those that differ. Undefined when the live counts could not be compared. */
  hits: { looked: number; differing: Difference[] };
  live: { looked: number; differing: Difference[] } | undefined;
};

export type CompareOutcome = ({ kind: 'compared' } & Compared) | { kind: 'not_comparable' };

export type CompareDeps = {
  db: Db;
  shards: ClickShards;
  liveClicks: LiveClicks;
  clock: Clock;
  signal: AbortSignal;
};

export type CompareSettings = {
  page: Page;
  /** Longest wait for a store to pass a position, ms. */
  timeoutMs: number;
};

/** The most links whose live counts are compared, because each is read on its own. */
const LIVE_LINKS = 200;
const LOOK_AGAIN_MS = 250;

/** The position of each partition that has live counts. Undefined without Redis. */
async function findLivePositions(
  { liveClicks }: CompareDeps,
  partitions: Iterable<number>,
): Promise<Positions | undefined> {
  const positions = new Map<number, number>();
  try {
    for (const partition of partitions) {
      const position = await liveClicks.position(partition);
      if (position !== undefined) positions.set(partition, position);
    }
  } catch {
    // without Redis the hits are compared all the same
    return undefined;
  }
  return positions;
}

/** Today's requests of each link; undefined without Redis. */
async function readLive(
  { liveClicks }: CompareDeps,
  links: readonly CountedLink[],
  today: string,
): Promise<Map<string, number> | undefined> {
  const requests = new Map<string, number>();
  try {
    for (const link of links) {
      const days = await liveClicks.read(link, [today]);
      requests.set(
        link.linkId,
        days.reduce((sum, day) => sum + day.requests, 0),
      );
    }
  } catch {
    return undefined;
  }
  return requests;
}

/** Calls `find` until it gives a result. Undefined when that takes too long. */
async function awaited<T>(
  { signal }: CompareDeps,
  timeoutMs: number,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const found = await find();
    if (found !== undefined || signal.aborted || performance.now() > until) return found;
    await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

type Sums = ReadonlyMap<string, StoredSum>;

function differencesIn(
  sums: Iterable<readonly [linkId: string, sum: number]>,
  { low, high, of }: { low: Sums; high: Sums; of: (sum: StoredSum) => number },
): Difference[] {
  const found: Difference[] = [];
  for (const [linkId, sum] of sums) {
    const [least, most] = [low.get(linkId), high.get(linkId)];
    const bounds = { low: least ? of(least) : 0, high: most ? of(most) : 0 };
    const visits = differenceOf(sum, bounds);
    if (visits > 0) found.push({ linkId, sum, ...bounds, visits });
  }
  return found;
}

const only = (positions: Positions, partitions: Positions): Positions =>
  new Map([...positions].filter(([partition]) => partitions.has(partition)));

/** The sums of each link, from the shard that has its workspace. */
async function sumsOfShards(
  { db, shards }: CompareDeps,
  links: readonly CountedLink[],
  { progress, ...asked }: Omit<SumsToRead, 'partitions' | 'compaction'> & { progress: Progress },
): Promise<Sums> {
  const { partitions, compactions } = progress;
  const read = (shard: ClickHouse, number: number, own: readonly CountedLink[]) =>
    readStoredSums(shard, own, { ...asked, partitions, compaction: compactions[number] });
  const [first, ...others] = shards.all;
  if (others.length === 0) return read(first, 0, links);
  const shardOf = await findShards(db, [...new Set(links.map(({ workspaceId }) => workspaceId))]);
  const sums = await Promise.all(
    shards.all.map((shard, number) => {
      const own = links.filter(({ workspaceId }) => shardOf.get(workspaceId) === number);
      return read(shard, number, own);
    }),
  );
  return new Map(sums.flatMap((found) => [...found]));
}

/** Throws when PostgreSQL or ClickHouse does not answer. */
export async function comparePage(
  deps: CompareDeps,
  { page, timeoutMs }: CompareSettings,
): Promise<CompareOutcome> {
  const { db, clock } = deps;
  const today = dayOf(clock.now());
  const first = await findProgress(db, await findHitPositions(db));
  const counted = await awaited(deps, timeoutMs, async () =>
    isPast(await findHitPositions(db), first.positions) ? findCountedLinks(db, page) : undefined,
  );
  if (!counted) return { kind: 'not_comparable' };
  const { links, positions: hitPositions } = counted;
  const liveBefore = await findLivePositions(deps, first.positions.keys());
  const livePartitions = [...(liveBefore?.keys() ?? [])];
  const sumsAt = (progress: Progress) => sumsOfShards(deps, links, { progress, today, livePartitions });
  const low = await sumsAt(first);
  const visited = links.filter(({ linkId }) => (low.get(linkId)?.today ?? 0) > 0).slice(0, LIVE_LINKS);
  const live = liveBefore && (await readLive(deps, visited, today));
  const liveAfter = liveBefore && (await findLivePositions(deps, liveBefore.keys()));
  const reached = furthestOf(hitPositions, liveAfter ?? new Map());
  const last = await awaited(deps, timeoutMs, async () => {
    const progress = await findProgress(db, hitPositions);
    return isPast(progress.positions, reached) ? progress : undefined;
  });
  if (!last) return { kind: 'not_comparable' };
  const bounds = { low, high: await sumsAt(last) };
  const hits = links.map(({ linkId, hits }) => [linkId, hits] as const);
  const isLiveComparable =
    live &&
    liveAfter?.size === liveBefore.size &&
    isPast(liveBefore, only(first.positions, liveBefore)) &&
    dayOf(clock.now()) === today;
  return {
    kind: 'compared',
    lastId: links.at(-1)?.linkId ?? '',
    hits: { looked: links.length, differing: differencesIn(hits, { ...bounds, of: ({ total }) => total }) },
    live: isLiveComparable
      ? { looked: visited.length, differing: differencesIn(live, { ...bounds, of: (sum) => sum.today }) }
      : undefined,
  };
}
