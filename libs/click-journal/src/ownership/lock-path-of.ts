// Where the socket lies that locks a journal: in its directory, or under a hash in /tmp where the path would be too long.

import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import path from 'node:path';

/** A Unix socket's path holds 104 bytes on macOS and 108 on Linux, with its ending zero; our own names are longer. */
const LONGEST = 84;

/** @throws when the directory is not there. */
export function lockPathOf(directory: string): string {
  const real = realpathSync(directory);
  const inside = path.join(real, 'lock');
  if (Buffer.byteLength(inside) <= LONGEST) return inside;
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 20);
  return path.join('/tmp', `kurz-journal-${hash}.lock`);
}
