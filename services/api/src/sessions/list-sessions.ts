// The open sessions of a person, the last used first. The rows hold no secret and no hash of one.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { MAX_SESSIONS } from './end-oldest-sessions';

export type OpenSession = {
  id: string;
  createdAt: Date;
  /** UTC. A session is renewed while it is used. */
  lastUsedOn: string;
  /** A word of device-of.ts. Null when the session was not renewed since these words are kept. */
  browser: string | null;
  system: string | null;
};

export async function listSessions(db: Db, userId: string, now: Date): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    SELECT
      live.family_id AS id,
      (SELECT min(created_at) FROM sessions WHERE family_id = live.family_id) AS "createdAt",
      to_char(live.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "lastUsedOn",
      live.browser,
      live.system
    FROM sessions AS live
    WHERE live.user_id = ${userId} AND live.expires_at > ${now}::timestamptz
      AND live.replaced_by IS NULL AND live.revoked_at IS NULL
    ORDER BY live.created_at DESC, live.family_id
    LIMIT ${MAX_SESSIONS}`.execute(db);
  return rows;
}
