// Waits until imports are counted by the embedded product's ingester.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@kurz/database';
import type { ImportEnd } from './earlier-imports';

const LOOK_EVERY_MS = 100;
/** An ingester whose store is away for so long counts when it is back; nobody waits for that. */
const PATIENCE_MS = 120_000;

/** How many of the imports' positions both stores have counted. */
async function countedOf(db: Db, imports: ImportEnd[]): Promise<number> {
  const ids = imports.map(({ id }) => id);
  const hits = await db
    .selectFrom('hit_positions')
    .selectAll()
    .where('stream_partition', 'in', ids)
    .execute();
  const stored = await db
    .selectFrom('stream_progress')
    .selectAll()
    .where('stream_partition', 'in', ids)
    .execute();
  const positionIn = (rows: { stream_partition: number; position: number }[], id: number) =>
    rows.find((row) => row.stream_partition === id)?.position ?? 0;
  return imports.reduce(
    (sum, { id, end }) => sum + Math.min(positionIn(hits, id), positionIn(stored, id), end),
    0,
  );
}

/** False when counting gets no further, as when the running product ends. `onProgress` gets positions on the way. */
export async function waitUntilCounted(
  db: Db,
  imports: ImportEnd[],
  onProgress: (counted: number, of: number) => void,
): Promise<boolean> {
  const all = imports.reduce((sum, { end }) => sum + end, 0);
  let most = -1;
  let movedAt = performance.now();
  for (;;) {
    const counted = await countedOf(db, imports);
    onProgress(counted, all);
    if (counted >= all) return true;
    if (counted > most) movedAt = performance.now();
    most = Math.max(most, counted);
    if (performance.now() - movedAt > PATIENCE_MS) return false;
    await sleep(LOOK_EVERY_MS);
  }
}
