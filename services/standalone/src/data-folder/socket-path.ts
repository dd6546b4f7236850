// The path of the socket that locks a data folder: in the folder. A path that is too long is shortened by way of the
// open folder on Linux; on other systems the socket has a hashed name in /tmp.

import { createHash } from 'node:crypto';
import { existsSync, openSync } from 'node:fs';
import path from 'node:path';

/**
 * A Unix socket's path has at most 104 bytes on macOS and 108 on Linux, including its terminating zero. The rest is for
 * our own names beside it, which are longer.
 */
const MAX_LENGTH = 88;
/** Where Linux shows the open files and folders of this process. */
const OPEN_FOLDERS = '/proc/self/fd';
const NAME = 'kurz.sock';

const isShort = (directory: string) => Buffer.byteLength(path.join(directory, NAME)) <= MAX_LENGTH;

/** Not os.tmpdir(), which differs between two shells of one person. */
function pathInTmp(directory: string): string {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 20);
  return path.join('/tmp', `kurz-${hash}.sock`);
}

/** The socket's path for the folder at `directory` (real path), valid in this process only. Keeps the folder open. */
export function socketPathOf(directory: string): string {
  if (isShort(directory)) return path.join(directory, NAME);
  if (!existsSync(OPEN_FOLDERS) || !existsSync(directory)) return pathInTmp(directory);
  return `${OPEN_FOLDERS}/${openSync(directory, 'r')}/${NAME}`;
}

/** The socket's path in earlier releases, when it differs. */
export const formerSocketPathOf = (directory: string): string | undefined =>
  isShort(directory) ? undefined : pathInTmp(directory);
