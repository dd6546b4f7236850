// The ClickHouse shards of an installation. Each holds all counts of its workspaces; most installations have one.

import type { ClickHouse, ClickHouses } from './open-clickhouse';

export type ClickShards = {
  /** All shards by number, from 0. */
  all: ClickHouses;
  /** @throws when no address is set for the shard. */
  at: (shard: number) => ClickHouse;
  /** The number of the shard that has the workspace's counts. */
  numberOf: (workspaceId: string) => Promise<number>;
  /** The shard that has the workspace's counts. */
  of: (workspaceId: string) => Promise<ClickHouse>;
};

/** @throws when no address is set for the shard. */
export function shardAt<Shard>(shards: readonly Shard[], number: number): Shard {
  const found = shards[number];
  if (!found) throw new Error(`KURZ_CLICKHOUSE_URLS has no address for shard ${number + 1}`);
  return found;
}

/** `findNumber` reads a workspace's shard number from PostgreSQL. */
export function makeClickShards(
  all: ClickHouses,
  findNumber: (workspaceId: string) => Promise<number>,
): ClickShards {
  const at = (shard: number) => shardAt(all, shard);
  return { all, at, numberOf: findNumber, of: async (workspaceId) => at(await findNumber(workspaceId)) };
}

export const singleShard = (clickHouse: ClickHouse): ClickShards =>
  makeClickShards([clickHouse], () => Promise.resolve(0));
