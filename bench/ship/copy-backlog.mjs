// Copies a backlog under another name by hard links, which cost nothing.

import { linkSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

export function copyBacklog(journal, root, id) {
  const directory = path.join(root, id);
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(journal)) linkSync(path.join(journal, name), path.join(directory, name));
  return directory;
}
