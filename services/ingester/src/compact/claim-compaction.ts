// The open compaction, claimed for this ingester for some time; Postgres' clock decides what is ripe.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { Compaction, CompactionSettings, Positions } from './compaction';

type Row = {
  generation: number;
  attempt: number | null;
  days: string[];
  positions: Positions;
  state: Compaction['state'];
  isRipe: boolean;
  writeBefore: Date;
  plannedAt: Date;
};

/** Undefined when there is none, or another ingester works on it. What may be written gets its time anew. */
export async function claimCompaction(
  db: Db,
  { graceMs, writeWithinMs, writeMs }: CompactionSettings,
): Promise<Compaction | undefined> {
  const { rows } = await sql<Row>`
    UPDATE compactions SET
      claimed_until = now() + ${writeMs} * interval '1 millisecond',
      write_before = CASE
        WHEN state = 'planned' THEN now() + ${writeWithinMs} * interval '1 millisecond' ELSE write_before
      END
    WHERE state <> 'settled' AND claimed_until <= now()
    RETURNING generation, attempt, to_json(days) AS days, positions, state, planned_at AS "plannedAt",
      write_before AS "writeBefore",
      CASE state
        WHEN 'planned' THEN now() >= planned_at + ${graceMs} * interval '1 millisecond'
        ELSE now() >= greatest(written_at, write_before + ${writeMs} * interval '1 millisecond')
                      + ${graceMs} * interval '1 millisecond'
      END AS "isRipe"`.execute(db);
  const [row] = rows;
  return row && { ...row, writeBefore: row.writeBefore.getTime() };
}

/** Lets the next round, of whichever ingester, take it at once. */
export async function giveCompactionBack(db: Db, generation: number): Promise<void> {
  await sql`UPDATE compactions SET claimed_until = now() WHERE generation = ${generation}`.execute(db);
}
