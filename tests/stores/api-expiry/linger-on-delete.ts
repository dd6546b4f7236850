// Makes PostgreSQL slow to remove rows, as if they were large.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** Makes each removal of a row from the table take `seconds`. */
export async function lingerOnDelete(db: Db, table: string, seconds: number): Promise<void> {
  await sql`
    CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(${sql.raw(String(seconds))}); RETURN OLD; END'`.execute(db);
  await sql`
    CREATE TRIGGER linger BEFORE DELETE ON ${sql.table(table)} FOR EACH ROW EXECUTE FUNCTION linger()`.execute(
    db,
  );
}
