// A token that acts as a workspace. The secret is in the outcome and nowhere else.

import type { Db, Scope } from '@kurz/database';
import { newToken } from '../access/new-token';

export type CreateWorkspaceTokenOutcome =
  { kind: 'created'; tokenId: string; secret: string; lastFour: string } | { kind: 'no_such_workspace' };

export async function createWorkspaceToken(
  db: Db,
  pepper: string,
  token: { workspaceId: string; name: string; scopes: readonly Scope[] },
): Promise<CreateWorkspaceTokenOutcome> {
  const { tokenId, secret, secretHash, lastFour } = newToken('workspace', pepper);
  return db.transaction().execute(async (transaction) => {
    const workspace = await transaction
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', token.workspaceId)
      .forKeyShare()
      .executeTakeFirst();
    if (!workspace) return { kind: 'no_such_workspace' };
    await transaction
      .insertInto('tokens')
      .values({
        id: tokenId,
        kind: 'workspace',
        workspace_id: workspace.id,
        name: token.name,
        secret_hash: secretHash,
        last_four: lastFour,
        scopes: [...token.scopes],
      })
      .execute();
    return { kind: 'created', tokenId, secret, lastFour };
  });
}
