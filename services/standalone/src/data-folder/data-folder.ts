// The layout of the data folder: everything that this installation keeps, below one directory.

import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { errorCodeOf, SettingsError } from '@kurz/process';

export type DataFolder = {
  /** Absolute, symbolic links resolved: two names of one folder are one folder. */
  directory: string;
  secretsFile: string;
  postgres: string;
  clickHouse: string;
  journal: string;
  /** How far the ingester has come. */
  ingester: string;
  /** Journals written by imports, read beside the live one. */
  imports: string;
};

/** PostgreSQL never runs as root; the account that it gets instead must pass through the folder, not read it. */
const modeOf = (uid: number | undefined) => (uid === 0 ? 0o711 : 0o700);

const secretsFileIn = (directory: string) => path.join(directory, 'secrets.json');

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'is no folder',
  ENOTDIR: 'is below a file',
  EACCES: 'cannot be read and written by this user',
  EPERM: 'cannot be read and written by this user',
  EROFS: 'is on a disk that cannot be written',
  ENOSPC: 'is on a disk that is full',
};

const refuse = (directory: string, reason: string) =>
  new SettingsError([`KURZ_DATA_DIR: ${directory} ${reason}`]);

const faultOf = (directory: string, error: unknown) =>
  refuse(directory, REASONS[errorCodeOf(error) ?? ''] ?? `cannot be used: ${String(error)}`);

/** The folder's real path, where this user can work with it. */
function makeUsable(directory: string): string {
  // initdb refuses it when other parts are there already
  if (/[\r\n]/.test(directory)) throw refuse(directory, 'has a line break in its path');
  try {
    mkdirSync(directory, { recursive: true, mode: modeOf(process.getuid?.()) });
    const real = realpathSync(directory);
    accessSync(real, constants.R_OK | constants.W_OK | constants.X_OK);
    const secretsFile = secretsFileIn(real);
    if (existsSync(secretsFile)) accessSync(secretsFile, constants.R_OK);
    return real;
  } catch (error) {
    throw faultOf(directory, error);
  }
}

/**
 * The folder at `directory`, made when missing. A folder that is there keeps its mode.
 * @throws SettingsError where this user cannot work with it.
 */
export function openDataFolder(directory: string): DataFolder {
  const real = makeUsable(directory);
  return {
    directory: real,
    secretsFile: secretsFileIn(real),
    postgres: path.join(real, 'postgres'),
    clickHouse: path.join(real, 'clickhouse'),
    journal: path.join(real, 'journal'),
    ingester: path.join(real, 'ingester'),
    imports: path.join(real, 'imports'),
  };
}
