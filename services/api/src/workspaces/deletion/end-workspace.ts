// Ends a workspace: from the commit on it has no member, its tokens are unknown, its domains serve nothing and no link
// can be created in it. A sweep deletes what is left, links above all.

import type { Db } from '@kurz/database';
import { randomBase62 } from '@kurz/process';
import { sql } from 'kysely';
import { keepFlagsOfZones } from '../../links/flagged-keys';
import { enqueueZoneChange } from '../../outbox/enqueue-changes';

/** Turns the domains into claims, so that the next verification wins. Resolves with the zones that served. */
async function endZones(transaction: Db, workspaceId: string): Promise<string[]> {
  const verified = await transaction
    .selectFrom('zones')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('is_proven', '=', true)
    .forNoKeyUpdate()
    .execute();
  await keepFlagsOfZones(
    transaction,
    verified.map(({ id }) => id),
  );
  await transaction
    .updateTable('zones')
    .set({
      is_enabled: false,
      ownership_state: 'pending',
      ownership_token: randomBase62(32),
      tls_state: 'pending',
      root_redirect_url: '',
      next_proof_check: null,
    })
    .where('workspace_id', '=', workspaceId)
    .execute();
  for (const { id } of verified) await enqueueZoneChange(transaction, id);
  return verified.map(({ id }) => id);
}

/**
 * Within a transaction that holds the workspace's row FOR UPDATE. Writers of its links need the row FOR KEY SHARE, so
 * none is written meanwhile.
 * `sweepAfter`: how long the loops of the API leave the rest to the caller. Resolves with the zones that served.
 */
export async function endWorkspace(
  transaction: Db,
  workspaceId: string,
  sweepAfter: '0 seconds' | '30 seconds',
): Promise<string[]> {
  const zoneIds = await endZones(transaction, workspaceId);
  await transaction
    .updateTable('workspaces')
    .set({
      deleted_at: sql<Date>`clock_timestamp()`,
      owner_id: null,
      name: '',
      default_zone_id: null,
      utm_conventions: null,
      transfer_to_user_id: null,
      transfer_started_at: null,
    })
    .where('id', '=', workspaceId)
    .execute();
  for (const table of ['tokens', 'grants', 'invitations', 'members'] as const) {
    await sql`DELETE FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId}`.execute(transaction);
  }
  await transaction
    .insertInto('link_sweeps')
    .values({ workspace_id: workspaceId, claimed_until: sql<Date>`now() + ${sweepAfter}::interval` })
    .execute();
  return zoneIds;
}
