import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Whether initdb is at work for a first start on the data folder, or was when that was killed. */
export const isMakingDatabase = (dataDirectory: string): boolean =>
  existsSync(dataDirectory) &&
  readdirSync(dataDirectory).some(
    (name) =>
      name.startsWith('postgres.new-') && existsSync(path.join(dataDirectory, name, 'cluster', 'PG_VERSION')),
  );
