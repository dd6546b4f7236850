// `kurz` in a pipe whose reader does not read everything, or with its output on a full disk.

import { closeSync, existsSync, openSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { environmentOf } from './start-standalone';

const ADMIN = path.join(__dirname, '..', '..', 'services', 'standalone', 'dist', 'admin-main.js');
const FULL = '/dev/full';
/** Both end without a data folder: the first with its answer, the second with a refusal. */
const [SHOWN, REFUSED] = [
  ['plan', 'show', '--json'],
  ['plan', 'nothing'],
];

function start(words: string[], stdout: 'pipe' | number, stderr: 'pipe' | number) {
  const child = spawn(process.execPath, [ADMIN, ...words], {
    env: environmentOf({}),
    stdio: ['ignore', stdout, stderr],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  let answer = '';
  child.stdout?.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, said, answer }));
  return { child, ended };
}

async function withFull<T>(work: (full: number) => Promise<T>): Promise<T> {
  const full = openSync(FULL, 'w');
  try {
    return await work(full);
  } finally {
    closeSync(full);
  }
}

const withFullDevice = existsSync(FULL) ? test : test.skip;

test('it fails without a word where nobody reads its answer', async () => {
  const { child, ended } = start(SHOWN, 'pipe', 'pipe');
  child.stdout?.destroy();
  expect(await ended).toEqual({ code: 1, said: '', answer: '' });
});

withFullDevice('it says once that its answer found no room (needs /dev/full)', async () => {
  const { code, said } = await withFull((full) => start(SHOWN, full, 'pipe').ended);
  expect(code).toBe(1);
  expect(said).toMatch(/^error: standard output: ENOSPC.*\n$/);
});

withFullDevice('its answer is whole where its faults find no room (needs /dev/full)', async () => {
  const shown = await withFull((full) => start(SHOWN, 'pipe', full).ended);
  const refused = await withFull((full) => start(REFUSED, 'pipe', full).ended);
  expect([shown.code, refused.code]).toEqual([0, 1]);
  expect(JSON.parse(shown.answer)).toHaveProperty('plans');
});
