// Waits until imports are counted by the embedded product's ingester.

import type { Db } from '@kurz/database';
import type { ImportEnd } from './earlier-imports';
import { waitWhileCounting } from './wait-while-counting';

/** When a store is away for longer, the ingester counts after its return. The command does not wait for that. */
const PACE = { everyMs: 100, stallTimeoutMs: 120_000 };

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

/** False when counting makes no progress, as when the running product ends. `onProgress` receives positions. */
export function waitUntilCounted(
  db: Db,
  imports: ImportEnd[],
  onProgress: (counted: number, of: number) => void,
): Promise<boolean> {
  const all = imports.reduce((sum, { end }) => sum + end, 0);
  return waitWhileCounting({ all, counted: () => countedOf(db, imports), onProgress }, PACE);
}
