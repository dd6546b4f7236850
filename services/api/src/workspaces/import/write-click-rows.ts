// Stores rows of counts that move in, in the shard that has their workspace; while it moves, in both of its shards.

import { insertRows, type ClickShards } from '@kurz/click-tables';
import { chooseShard, findWorkspaceShards, type Db } from '@kurz/database';
import type { WriteClickRows } from './counted-rows';

async function numbersOf(db: Db, workspaceId: string): Promise<number[]> {
  const found = (await findWorkspaceShards(db, [workspaceId])).get(workspaceId);
  // made with its counts, which come first
  if (!found) return [await chooseShard(db, workspaceId)];
  return found.other === null ? [found.shard] : [found.shard, found.other];
}

export const makeWriteClickRows =
  ({ db, shards }: { db: Db; shards: ClickShards }): WriteClickRows =>
  async (table, lines, workspaceId) => {
    const numbers = await numbersOf(db, workspaceId);
    await Promise.all(numbers.map((number) => insertRows(shards.at(number), table, lines)));
  };
