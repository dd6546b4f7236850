// A test file's own database with a person and their workspace.

import { openTestDatabase } from '@kurz/backends';
import { openDatabase, type Db } from '@kurz/database';
import { createUser } from '../../../services/api/src/people/create-user';
import { createWorkspace } from '../../../services/api/src/workspaces/create-workspace';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

export type OpenWorkspace = { db: Db; workspaceId: string; close: () => Promise<void> };

/** The workspace is on the plan pro. */
export async function openWorkspace(): Promise<OpenWorkspace> {
  const postgres = await openTestDatabase();
  const database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  const ownerEmail = 'owner@example.com';
  await createUser(database.db, { email: ownerEmail });
  const workspace = { name: 'Shop', ownerEmail, plan: 'pro', isYearly: false } as const;
  const made = await createWorkspace(database.db, workspace);
  if (made.kind !== 'created') throw new Error(made.kind);
  return {
    db: database.db,
    workspaceId: made.workspaceId,
    close: async () => {
      await database.close();
      await postgres.close();
    },
  };
}
