// Which shard has a workspace. With one address nothing is asked for each question, but now and then whether there are more
// by now: then a process with old settings knows of no other's counts, and says so.

import { findShard, findShardCount, type Db } from '@kurz/database';

const FRESH_MS = 5_000;

/** `addresses`: how many are set. Throws while Postgres is away, where there are several. */
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
