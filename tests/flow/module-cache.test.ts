// A program with modules from a test run's cache ends like one that loads them as a user's does.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { environmentOf } from './start-standalone';

const CACHE = path.join(__dirname, '..', 'module-cache.cjs');
const INGESTER = path.join(__dirname, '..', '..', 'services', 'ingester', 'dist', 'main.js');

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-module-cache-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The ingester ends as soon as it has read its settings, because they are missing. */
function run(cache: Record<string, string>) {
  const env = environmentOf({ NODE_OPTIONS: '', MODULE_CACHE: '', ...cache });
  const { status, stdout, stderr } = spawnSync(process.execPath, [INGESTER], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('a program ends alike without a cache, when it fills one, and from one', () => {
  const cache = { NODE_OPTIONS: `--require ${JSON.stringify(CACHE)}`, MODULE_CACHE: folder };
  const without = run({});
  expect(without).toMatchObject({ status: 1, stderr: expect.stringContaining('not usable') as string });
  expect(readdirSync(folder)).toEqual([]);
  expect(run(cache)).toEqual(without);
  const files = readdirSync(folder);
  expect(files).toHaveLength(1);
  expect(run(cache)).toEqual(without);
  expect(readdirSync(folder)).toEqual(files);
});
