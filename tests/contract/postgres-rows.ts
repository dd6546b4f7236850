// All rows in PostgreSQL that contain a text, as `table: row`.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export async function rowsWith(db: Db, ...texts: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`.execute(db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      SELECT stored::text AS text FROM ${sql.table(name)} AS stored`.execute(db);
    for (const { text } of rows) {
      if (texts.some((wanted) => text.toLowerCase().includes(wanted.toLowerCase())))
        found.push(`${name}: ${text}`);
    }
  }
  return found;
}

export const tableOf = (row: string) => row.slice(0, row.indexOf(':'));
