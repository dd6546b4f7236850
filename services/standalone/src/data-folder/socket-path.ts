// Where the socket lies that locks a data folder: in the folder, or under a hash in /tmp where its path would be too long.

import { createHash } from 'node:crypto';
import path from 'node:path';

/** A Unix socket's path holds 104 bytes on macOS and 108 on Linux, with its ending zero; our own names beside it are longer. */
const LONGEST = 88;

/** The path for the folder at `directory` (real path). Not os.tmpdir(), which differs between two shells of one person. */
export function socketPathOf(directory: string): string {
  const inside = path.join(directory, 'kurz.sock');
  if (Buffer.byteLength(inside) <= LONGEST) return inside;
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 20);
  return path.join('/tmp', `kurz-${hash}.sock`);
}
