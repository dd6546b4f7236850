// Finds the zone that an operator names by its domain: the one that serves it, or the only claim when none has verified
// the domain. With a workspace: the zone of that workspace.

import type { Db } from '@kurz/database';
import { normaliseDomain } from './normalise-domain';

export type NamedZoneOutcome =
  | {
      kind: 'zone';
      id: string;
      domain: string;
      /** Null for a shared zone. */
      workspaceId: string | null;
      zoneType: 'global' | 'user';
      isEnabled: boolean;
      isDefault: boolean;
      isVerified: boolean;
    }
  | { kind: 'no_such_zone' }
  /** No workspace has verified the domain, and several claim it. */
  | { kind: 'several' };

/** Locks the zone: within a transaction it stays as it is until the end. */
export async function findZoneNamed(db: Db, domain: string, workspaceId?: string): Promise<NamedZoneOutcome> {
  const name = normaliseDomain(domain);
  if (name === undefined) return { kind: 'no_such_zone' };
  let named = db
    .selectFrom('zones')
    .select([
      'id',
      'domain',
      'workspace_id as workspaceId',
      'zone_type as zoneType',
      'is_enabled as isEnabled',
      'is_default as isDefault',
      'is_proven as isVerified',
    ])
    .where('domain', '=', name);
  if (workspaceId !== undefined) named = named.where('workspace_id', '=', workspaceId);
  const [first, second] = await named.orderBy('is_proven', 'desc').limit(2).forNoKeyUpdate().execute();
  if (!first) return { kind: 'no_such_zone' };
  return first.isVerified || !second ? { kind: 'zone', ...first } : { kind: 'several' };
}
