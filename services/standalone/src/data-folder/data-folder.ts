// The layout of the data folder: everything that this installation keeps, below one directory.

import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

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

/** The folder at `directory`, made when missing. A folder that is there keeps its mode. */
export function openDataFolder(directory: string): DataFolder {
  mkdirSync(directory, { recursive: true, mode: modeOf(process.getuid?.()) });
  const real = realpathSync(directory);
  return {
    directory: real,
    secretsFile: path.join(real, 'secrets.json'),
    postgres: path.join(real, 'postgres'),
    clickHouse: path.join(real, 'clickhouse'),
    journal: path.join(real, 'journal'),
    ingester: path.join(real, 'ingester'),
    imports: path.join(real, 'imports'),
  };
}
