// Where the socket lies that locks a data folder: in the folder. Where its path would be too long, it is shortened by way
// of the open folder, or the socket lies under a hash in /tmp where the system has no such way.

import { createHash } from 'node:crypto';
import { existsSync, openSync } from 'node:fs';
import path from 'node:path';

/** A Unix socket's path holds 104 bytes on macOS and 108 on Linux, with its ending zero; our own names beside it are longer. */
const LONGEST = 88;
/** Linux: the folders that this process has open. */
const OPEN_FOLDERS = '/proc/self/fd';
const NAME = 'kurz.sock';

const isShort = (directory: string) => Buffer.byteLength(path.join(directory, NAME)) <= LONGEST;

/** Not os.tmpdir(), which differs between two shells of one person. */
function pathInTmp(directory: string): string {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 20);
  return path.join('/tmp', `kurz-${hash}.sock`);
}

/** The path for the folder at `directory` (real path), for this process alone. A folder that it opens stays open. */
export function socketPathOf(directory: string): string {
  if (isShort(directory)) return path.join(directory, NAME);
  if (!existsSync(OPEN_FOLDERS) || !existsSync(directory)) return pathInTmp(directory);
  return `${OPEN_FOLDERS}/${openSync(directory, 'r')}/${NAME}`;
}

/** Where an earlier release has the socket, when that is elsewhere. */
export const formerSocketPathOf = (directory: string): string | undefined =>
  isShort(directory) ? undefined : pathInTmp(directory);
