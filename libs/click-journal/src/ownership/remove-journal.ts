// Removes a journal that is shipped completely; to be called with its lock held.

import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** No journal's id begins with a dot, so a renamed journal is no longer found. */
const REMOVED = '.removed-';

/** Also finishes removals that a crash has interrupted. @throws when the disk refuses. */
export async function removeJournal(directory: string): Promise<void> {
  const root = path.dirname(directory);
  await rename(directory, path.join(root, `${REMOVED}${path.basename(directory)}`));
  for (const name of await readdir(root)) {
    if (name.startsWith(REMOVED)) await rm(path.join(root, name), { recursive: true, force: true });
  }
}
