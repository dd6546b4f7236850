// Prepares an edit of a link's note, archive, external id and tags. Takes the locks of external ids and tags.

import type { Db } from '@kurz/database';
import { refuse, type Refusal } from '../errors/refusal';
import { loadWorkspaceTags } from '../tags/load-workspace-tags';
import type { LabelChange } from './changes-of';
import { claimExternalIds } from './external-ids';
import type { LabelEdit } from './validate-labels';

/** `assignTags`: to be called after the link's row is written. */
export type EditedLabels = { kind: 'labels'; change: LabelChange; assignTags: () => Promise<void> };

/** To be called after the link's key is locked and before its row is. */
export async function editLabels(
  transaction: Db,
  { id, workspaceId }: { id: string; workspaceId: string },
  { tags: names, ...labels }: LabelEdit,
): Promise<EditedLabels | Refusal> {
  const { externalId } = labels;
  if (externalId && (await isAnotherLinks(transaction, { id, workspaceId }, externalId))) {
    return refuse('EXTERNAL_ID_EXISTS');
  }
  if (!names) return { kind: 'labels', change: labels, assignTags: () => Promise.resolve() };
  const workspaceTags = await loadWorkspaceTags(transaction, workspaceId);
  if (!workspaceTags.add(names)) return refuse('TAG_LIMIT_REACHED');
  return {
    kind: 'labels',
    change: { ...labels, tags: workspaceTags.spelled(names) },
    assignTags: () => workspaceTags.assign([{ linkId: id, names }]),
  };
}

async function isAnotherLinks(
  transaction: Db,
  { id, workspaceId }: { id: string; workspaceId: string },
  externalId: string,
): Promise<boolean> {
  const owners = await claimExternalIds(transaction, workspaceId, [externalId]);
  const owner = owners.get(externalId);
  return owner !== undefined && owner !== id;
}
