// The first start makes an owner, a workspace on the plan without limits and a token. Each step continues what an
// interrupted start left. The start counts as done only when the token has been shown, so that it is never lost.

import {
  allScopes,
  createUser,
  createWorkspace,
  createWorkspaceToken,
  listTokens,
  listWorkspaces,
  revokeToken,
  SYSTEM,
} from '@kurz/api';
import type { Db } from '@kurz/database';
import { readInstallationValue, writeInstallationValue } from './installation-values';

export type FirstStart = {
  workspaceId: string;
  tokenId: string;
  secret: string;
};

/** The e-mail address of the first owner. */
export const OWNER = 'owner@localhost';
const WORKSPACE = 'My workspace';
const TOKEN = 'first start';

async function ownWorkspace(db: Db): Promise<string> {
  const owner = await createUser(db, { email: OWNER }, SYSTEM);
  if (owner.kind === 'bad_email') throw new Error(`the owner ${OWNER} could not be made`);
  const left = (await listWorkspaces(db)).find(
    (workspace) => workspace.ownerEmail === OWNER && !workspace.isPersonal,
  );
  if (left) return left.workspaceId;
  const made = await createWorkspace(db, {
    name: WORKSPACE,
    ownerEmail: OWNER,
    plan: 'unlimited',
    isYearly: false,
  });
  if (made.kind === 'created') return made.workspaceId;
  throw new Error(`the first workspace could not be made: ${made.kind}`);
}

/** A token that was never shown is useless. */
async function revokeUnseenTokens(db: Db, workspaceId: string): Promise<void> {
  const tokens = await listTokens(db, workspaceId);
  for (const token of tokens.filter(({ name, revokedAt }) => name === TOKEN && revokedAt === null))
    await revokeToken(db, token.tokenId);
}

/** The token that the first start has to show; undefined when it has been shown. */
export async function beginFirstStart(db: Db, tokenPepper: string): Promise<FirstStart | undefined> {
  if ((await readInstallationValue(db, 'first_start')) !== undefined) return undefined;
  const workspaceId = await ownWorkspace(db);
  await revokeUnseenTokens(db, workspaceId);
  const token = await createWorkspaceToken(db, tokenPepper, {
    workspaceId,
    name: TOKEN,
    scopes: allScopes,
  });
  if (token.kind !== 'created') throw new Error(`the first token could not be made: ${token.kind}`);
  return { workspaceId, tokenId: token.tokenId, secret: token.secret };
}

/** To be called when the token has been shown. Every start after that is a later one. */
export async function endFirstStart(db: Db, firstStart: FirstStart): Promise<void> {
  await writeInstallationValue(db, 'first_start', firstStart.tokenId);
}
