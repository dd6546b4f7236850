// A token that acts as a workspace. The secret is in the outcome and nowhere else.

import type { Db, Scope } from '@kurz/database';
import { newToken } from '../../access/new-token';
import { UNLIMITED, type TokenLimits } from '../../access/token-limits';
import { changesOfNew, SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { isStillAllowed } from '../members/is-still-allowed';
import { countUsableTokens } from './usable-tokens';
import { limitColumnsOf } from './limit-columns-of';

export type CreateWorkspaceTokenOutcome =
  | { kind: 'created'; tokenId: string; secret: string; lastFour: string }
  | { kind: 'no_such_workspace' }
  /** The actor has lost the session or the role meanwhile. */
  | { kind: 'not_allowed' }
  /** The workspace already has `most` usable tokens. */
  | { kind: 'too_many' };

type NewToken = {
  workspaceId: string;
  name: string;
  scopes: readonly Scope[];
  limits?: TokenLimits;
  /** How many usable tokens the workspace may have; default: any number. */
  most?: number;
};

export async function createWorkspaceToken(
  db: Db,
  pepper: string,
  token: NewToken,
  by: AuditActor = SYSTEM,
): Promise<CreateWorkspaceTokenOutcome> {
  const { name, scopes, limits = UNLIMITED, most = Number.POSITIVE_INFINITY } = token;
  const { tokenId, secret, secretHash, lastFour } = newToken('workspace', pepper);
  return db.transaction().execute(async (transaction) => {
    const workspace = await transaction
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', token.workspaceId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!workspace) return { kind: 'no_such_workspace' };
    if (!(await isStillAllowed(transaction, by, { workspaceId: workspace.id, role: 'admin' })))
      return { kind: 'not_allowed' };
    if ((await countUsableTokens(transaction, { workspaceId: workspace.id })) >= most)
      return { kind: 'too_many' };
    await transaction
      .insertInto('tokens')
      .values({
        id: tokenId,
        kind: 'workspace',
        workspace_id: workspace.id,
        name: token.name,
        secret_hash: secretHash,
        last_four: lastFour,
        ...limitColumnsOf(limits),
        scopes: [...token.scopes],
      })
      .execute();
    const subject = { subjectId: tokenId, subjectName: name, workspaceId: workspace.id };
    await writeAuditEvents(transaction, by, [
      { action: 'token.created', ...subject, changes: changesOfNew({ scopes, ...limits }) },
    ]);
    return { kind: 'created', tokenId, secret, lastFour };
  });
}
