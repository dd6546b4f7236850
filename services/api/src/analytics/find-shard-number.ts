// Finds the shard that has a workspace. With one address, Postgres is not asked per question, only every few seconds
// whether there are more shards by now. A process with old settings then notices that it cannot reach the other shards.

import { findShard, findShardCount, type Db } from '@kurz/database';

const FRESH_MS = 5_000;

/** `addresses`: the number of configured addresses. With several addresses or shards, throws while Postgres is away. */
export function makeFindShardNumber(
  { db }: { db: Db },
  { addresses }: { addresses: number },
): (workspaceId: string) => Promise<number> {
  let shards = 1;
  let freshUntil = -Infinity;
  const hasOne = async () => {
    if (performance.now() >= freshUntil) {
      freshUntil = performance.now() + FRESH_MS;
      shards = await findShardCount(db).catch(() => shards);
    }
    return shards === 1;
  };
  return async (workspaceId) => (addresses === 1 && (await hasOne()) ? 0 : findShard(db, workspaceId));
}
