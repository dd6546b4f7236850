// `kill -9` while the first start makes the database.

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@kurz/backends';
import { until } from '../until';
import { isMakingDatabase } from './is-making-database';
import { newDataFolder, spawnBuilt, startStandalone } from './start-standalone';

const temporary = mkdtempSync(path.join(os.tmpdir(), 'kurz-killed-'));
afterAll(() => rmSync(temporary, { recursive: true }));

test('a first start that was killed while it made the database leaves no password behind, and the next is one', async () => {
  const dataDirectory = newDataFolder();
  const environment = { TMPDIR: temporary };
  const { child, finished } = spawnBuilt('product', [], {
    ...environment,
    KURZ_DATA_DIR: dataDirectory,
    KURZ_PORT: String(await freePort()),
  });
  await until(() => isMakingDatabase(dataDirectory));
  child.kill('SIGKILL');
  await finished;
  expect(existsSync(path.join(dataDirectory, 'postgres'))).toBe(false);

  const next = await startStandalone({ dataDirectory, environment });
  expect(next.token).toBeDefined();
  expect(readdirSync(temporary)).toEqual([]);
  const later = await next.restart();
  expect(readdirSync(dataDirectory).filter((name) => name.startsWith('postgres'))).toEqual(['postgres']);
  await later.close();
});
