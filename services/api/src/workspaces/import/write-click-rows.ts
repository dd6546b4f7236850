// Stores rows of imported counts in their workspace's shard; while the workspace moves, in both of its shards.

import { insertRows, type ClickShards } from '@kurz/click-tables';
import { chooseShard, findWorkspaceShards, type Db } from '@kurz/database';
import type { WriteClickRows } from './counted-rows';

async function numbersOf(db: Db, workspaceId: string): Promise<number[]> {
  const found = (await findWorkspaceShards(db, [workspaceId])).get(workspaceId);
  // the workspace does not exist yet, because its counts are written first
  if (!found) return [await chooseShard(db, workspaceId)];
  return found.other === null ? [found.shard] : [found.shard, found.other];
}

export const makeWriteClickRows =
  ({ db, shards }: { db: Db; shards: ClickShards }): WriteClickRows =>
  async (table, lines, workspaceId) => {
    const numbers = await numbersOf(db, workspaceId);
    await Promise.all(numbers.map((number) => insertRows(shards.at(number), table, lines)));
  };
