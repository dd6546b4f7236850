// Waits until the ingesters on servers have counted everything that the click stream holds now.

import { openStreamClient, openStreamOffsets, type KafkaOptions, type OffsetRange } from '@kurz/click-stream';
import { storedProgress, type Db } from '@kurz/database';
import type { Log } from '@kurz/process';
import { waitWhileCounting } from './wait-while-counting';

/** Ingesters without progress for this time are away, or far behind. */
const PACE = { everyMs: 250, stallTimeoutMs: 60_000 };

async function positionsOf(db: Db): Promise<ReadonlyMap<number, number>> {
  const hits = await db.selectFrom('hit_positions').selectAll().execute();
  const stored = await db
    .selectFrom(storedProgress().as('stored'))
    .select(['stream_partition', 'position'])
    .execute();
  const storedTo = new Map(stored.map((row) => [row.stream_partition, row.position]));
  return new Map(
    hits.map((row) => [
      row.stream_partition,
      Math.min(row.position, storedTo.get(row.stream_partition) ?? 0),
    ]),
  );
}

function countedOf(ends: ReadonlyMap<number, OffsetRange>, positions: ReadonlyMap<number, number>): number {
  let counted = 0;
  for (const [partition, { begin, end }] of ends)
    counted += Math.max(0, Math.min(end, positions.get(partition) ?? 0) - begin);
  return counted;
}

/** False when counting makes no progress. `onProgress` receives numbers of messages. */
export async function waitOnServers(
  { db, log, kafka }: { db: Db; log: Log; kafka: KafkaOptions },
  topic: string,
  onProgress: (counted: number, of: number) => void,
): Promise<boolean> {
  const offsets = openStreamOffsets({ kafka: openStreamClient(kafka, { log }) }, { topic });
  try {
    const ends = await offsets.ranges();
    const all = [...ends.values()].reduce((sum, { begin, end }) => sum + end - begin, 0);
    const counted = async () => countedOf(ends, await positionsOf(db));
    return await waitWhileCounting({ all, counted, onProgress }, PACE);
  } finally {
    await offsets.close();
  }
}
