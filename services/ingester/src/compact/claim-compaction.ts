// A shard's open compaction, claimed for this ingester for some time; Postgres' clock decides what is ripe.

import { storedProgress, type Db } from '@kurz/database';
import { sql } from 'kysely';
import type { Compaction, CompactionSettings, Positions } from './compaction';

type Row = {
  generation: number;
  attempt: number | null;
  days: string[];
  positions: Positions;
  state: Compaction['state'];
  isRipe: boolean;
  plannedAt: Date;
};

/**
 * A condition on rows of `compactions`: the shard has every batch that is to be replaced. A shard that was restored
 * from a backup does not, until the visits since then are counted again.
 */
const hasAllBatches = (shard: number) => sql`NOT EXISTS (
  SELECT FROM jsonb_each_text(positions) AS replaced LEFT JOIN ${storedProgress(sql`${shard}`)} AS known
    ON known.stream_partition = replaced.key::integer
  WHERE coalesce(known.position, 0) < replaced.value::bigint
)`;

/** Undefined when there is none, or another ingester works on it. A planned one gets new time to write. */
export async function claimCompaction(
  db: Db,
  shard: number,
  { graceMs, writeWithinMs, writeMs }: CompactionSettings,
): Promise<Compaction | undefined> {
  const { rows } = await sql<Row>`
    UPDATE compactions SET
      claimed_until = now() + ${writeMs} * interval '1 millisecond',
      write_before = CASE
        WHEN state = 'planned' THEN now() + ${writeWithinMs} * interval '1 millisecond' ELSE write_before
      END
    WHERE state IN ('planned', 'written') AND shard = ${shard} AND claimed_until <= now()
    RETURNING generation, attempt, to_json(days) AS days, positions, state, planned_at AS "plannedAt",
      CASE state
        WHEN 'planned' THEN now() >= planned_at + ${graceMs} * interval '1 millisecond' AND ${hasAllBatches(shard)}
        ELSE now() >= greatest(written_at, write_before + ${writeMs} * interval '1 millisecond')
                      + ${graceMs} * interval '1 millisecond'
      END AS "isRipe"`.execute(db);
  return rows[0];
}

/** Thrown when another ingester has begun a later attempt. */
export class AttemptLost extends Error {}

/** Called before each statement that writes, which gets the full time. Resolves with `write_before`, ms. */
export async function renewAttempt(
  db: Db,
  { generation, attempt }: { generation: number; attempt: number },
  { writeWithinMs, writeMs }: CompactionSettings,
): Promise<number> {
  const { rows } = await sql<{ writeBefore: Date }>`
    UPDATE compactions SET
      claimed_until = now() + ${writeMs} * interval '1 millisecond',
      write_before = now() + ${writeWithinMs} * interval '1 millisecond'
    WHERE generation = ${generation} AND attempt = ${attempt} AND state = 'planned'
    RETURNING write_before AS "writeBefore"`.execute(db);
  if (!rows[0]) throw new AttemptLost('another ingester writes the compaction');
  return rows[0].writeBefore.getTime();
}

/** Lets the next round of any ingester take it at once, unless another has begun a later attempt. */
export async function releaseCompaction(
  db: Db,
  { generation, attempt }: Pick<Compaction, 'generation' | 'attempt'>,
): Promise<void> {
  await sql`
    UPDATE compactions SET claimed_until = now()
    WHERE generation = ${generation} AND attempt IS NOT DISTINCT FROM ${attempt}::integer`.execute(db);
}
