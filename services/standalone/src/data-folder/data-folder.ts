// The layout of the data folder: everything that this installation keeps, below one directory.

import { accessSync, chmodSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { errorCodeOf, hasErrorCode, SettingsError } from '@kurz/process';

export type DataFolder = {
  /** The real path, so that two names of one folder are the same folder. */
  directory: string;
  secretsFile: string;
  postgres: string;
  clickHouse: string;
  journal: string;
  /** The ingester's progress. */
  ingester: string;
  /** Journals written by imports, read beside the live one. */
  imports: string;
};

/** PostgreSQL never runs as root. The account that it gets instead must traverse the folder, but not read it. */
const modeOf = (uid: number | undefined) => (uid === 0 ? 0o711 : 0o700);

const secretsFileIn = (directory: string) => path.join(directory, 'secrets.json');

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'is not a folder',
  ENOTDIR: 'is below a file',
  EACCES: 'cannot be read and written by this user',
  EPERM: 'cannot be read and written by this user',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a disk that is full',
};

const refuse = (directory: string, reason: string) =>
  new SettingsError([`KURZ_DATA_DIR: ${directory} ${reason}`]);

const faultOf = (directory: string, error: unknown) =>
  refuse(directory, REASONS[errorCodeOf(error) ?? ''] ?? `cannot be used: ${String(error)}`);

/** The permission bits of other users. */
const OTHERS = 0o007;

/** The folders of visits and counts, including those of `npm run stack`. PostgreSQL closes its own folder itself. */
const PARTS = ['clickhouse', 'journal', 'ingester', 'imports', 'redis', 'kafka'];

const POSTGRES = 'postgres';

/** Needed because anybody may traverse root's data folder, and an existing folder may be open to others. */
function closeParts(real: string): void {
  for (const part of PARTS.map((name) => path.join(real, name))) {
    const stat = statSync(part, { throwIfNoEntry: false });
    if (!stat?.isDirectory() || (stat.mode & OTHERS) === 0) continue;
    const isOurs = [0, stat.uid].includes(process.getuid?.() ?? stat.uid);
    if (isOurs) chmodSync(part, stat.mode & 0o777 & ~OTHERS);
  }
}

/** An existing part must belong to this user. After a start by root, PostgreSQL's folder belongs to another user. */
function assertOwn(part: string): void {
  if (!existsSync(part)) return;
  try {
    accessSync(part, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (!hasErrorCode(error, 'EACCES', 'EPERM')) throw error;
    const advice = 'if root has started Kurz, root can give the data folder back with chown -R';
    throw refuse(part, `cannot be read and written by this user; ${advice}`);
  }
}

/** Returns the folder's real path. @throws SettingsError when this user cannot work with it. */
function makeUsable(directory: string): string {
  // initdb would refuse such a path later, when other parts already exist
  if (/[\r\n]/.test(directory)) throw refuse(directory, 'has a line break in its path');
  try {
    mkdirSync(directory, { recursive: true, mode: modeOf(process.getuid?.()) });
    const real = realpathSync(directory);
    accessSync(real, constants.R_OK | constants.W_OK | constants.X_OK);
    const secretsFile = secretsFileIn(real);
    if (existsSync(secretsFile)) accessSync(secretsFile, constants.R_OK);
    closeParts(real);
    for (const part of [...PARTS, POSTGRES]) assertOwn(path.join(real, part));
    return real;
  } catch (error) {
    throw error instanceof SettingsError ? error : faultOf(directory, error);
  }
}

/**
 * The folder at `directory`, created when missing. An existing folder keeps its mode, but the folders of visits and
 * counts in it are closed to other users.
 * @throws SettingsError when this user cannot work with it.
 */
export function openDataFolder(directory: string): DataFolder {
  const real = makeUsable(directory);
  return {
    directory: real,
    secretsFile: secretsFileIn(real),
    postgres: path.join(real, POSTGRES),
    clickHouse: path.join(real, 'clickhouse'),
    journal: path.join(real, 'journal'),
    ingester: path.join(real, 'ingester'),
    imports: path.join(real, 'imports'),
  };
}
