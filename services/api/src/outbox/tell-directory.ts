// Tells the link directory what became of one key.

import { linkStateOf, type LinkDirectory } from '@kurz/link-directory';
import type { WaitingChange } from './waiting-changes';

/** Versions make it harmless to tell the same twice, or an old change after a new one. */
export async function tellDirectory(directory: LinkDirectory, change: WaitingChange): Promise<void> {
  const { zoneId, slug, link } = change;
  if (slug === null) return directory.publishZone(zoneId);
  const key = { zoneId, slug };
  if (link) {
    const { id: linkId, workspaceId, location, version } = link;
    return directory.apply(key, {
      kind: 'link',
      linkId,
      workspaceId,
      location,
      version,
      state: linkStateOf(link),
    });
  }
  // neither a link nor a waiting row: the remover of the row has told the deletion
  if (change.changeVersion !== null)
    await directory.apply(key, { kind: 'gone', version: change.changeVersion });
}
