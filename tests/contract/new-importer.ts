// Workspaces that import files, with a look at the resulting links.

import { addMember, addOwnWorkspace, type TestPerson } from './console-browser';
import { makeImporter } from './import-job';
import type { TestApi } from './start-api';

export function makeNewImporter(api: TestApi, owner: TestPerson) {
  /** A new workspace of the owner; `person`: the admin who imports there. */
  return async (plan: 'business' | 'free' = 'business', person = owner) => {
    const workspaceId = await addOwnWorkspace(owner);
    await api.db.updateTable('workspaces').set({ plan }).where('id', '=', workspaceId).execute();
    if (person !== owner) await addMember(api, workspaceId, 'admin', person);
    const slugs = async () => {
      const rows = await api.db
        .selectFrom('links')
        .select('slug')
        .where('workspace_id', '=', workspaceId)
        .orderBy('slug')
        .execute();
      return rows.map(({ slug }) => slug);
    };
    return { workspaceId, slugs, ...makeImporter(person, workspaceId) };
  };
}
