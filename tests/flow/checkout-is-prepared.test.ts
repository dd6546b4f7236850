// `npm start` and `kurz` first build a checkout. This test's checkout has tools that record when they run.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { until } from '../until';

const PREPARE = path.join(__dirname, '..', '..', 'services', 'standalone', 'bin', 'prepare.mjs');

let root: string;
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
};

const TOOLS = {
  'node_modules/@typescript/native/bin/tsc': 'services/api/dist/index.js',
  'services/console/node_modules/vite/bin/vite.js': 'services/console/dist/index.html',
};

/** Each tool fails beside another one of its kind, and works until the file `go` is there. */
const toolOf = (name: string, made: string) => `
  const fs = require('node:fs');
  const busy = ${JSON.stringify(`${name}.busy`)};
  fs.writeFileSync(busy, String(process.pid), { flag: 'wx' });
  const work = setInterval(() => {
    if (!fs.existsSync('go')) return;
    clearInterval(work);
    fs.mkdirSync(require('node:path').dirname(${JSON.stringify(made)}), { recursive: true });
    fs.writeFileSync(${JSON.stringify(made)}, '');
    fs.appendFileSync('built', 'x');
    fs.rmSync(busy);
  }, 5);`;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'kurz-checkout-'));
  for (const name of ['pnpm-lock.yaml', 'node_modules/.pnpm/lock.yaml', 'node_modules/.modules.yaml'])
    write(name, '');
  for (const name of ['', 'services/api/', 'services/console/']) write(`${name}tsconfig.json`, '');
  for (const name of ['tsconfig.base.json', 'libs/none', 'services/api/src/a.ts']) write(name, '');
  for (const name of ['src/a.ts', 'index.html', 'vite.config.mjs', 'public/icon.svg'])
    write(`services/console/${name}`, '');
  for (const name of ['kurz-v1.yaml', 'console.yaml', 'write-parsed.mjs'])
    write(`services/api/openapi/${name}`, '');
  for (const [name, made] of Object.entries(TOOLS)) write(name, toolOf(name, made));
});
afterEach(() => rmSync(root, { recursive: true }));

function prepare() {
  const script = `import(process.argv[1]).then(({ prepare }) => prepare({ root: process.argv[2] }))`;
  const child = spawn(process.execPath, ['-e', script, PREPARE, root], { stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => ({ code, signal, words }));
  return { child, ended, words: () => words };
}

const pidsOfTools = () =>
  Object.keys(TOOLS).map((name) => {
    const file = path.join(root, `${name}.busy`);
    return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  });

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('of two starts at once one builds, and the other waits for it (needs Linux)', async () => {
  const first = prepare();
  await until(() => pidsOfTools().every((pid) => pid > 0));
  const second = prepare();
  await until(() => second.words().includes('another start builds here'));
  write('go', '');
  expect([await first.ended, await second.ended]).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect(readFileSync(path.join(root, 'built'), 'utf8')).toBe('xx');
});

onLinux('a start goes on where the one that built was killed (needs Linux)', async () => {
  const first = prepare();
  await until(() => pidsOfTools().every((pid) => pid > 0));
  const second = prepare();
  await until(() => second.words().includes('another start builds here'));
  const tools = pidsOfTools();
  for (const pid of tools) process.kill(pid, 'SIGSTOP');
  for (const name of Object.keys(TOOLS)) rmSync(path.join(root, `${name}.busy`));
  write('go', '');
  first.child.kill('SIGKILL');
  expect((await second.ended).code).toBe(0);
  for (const pid of tools) process.kill(pid, 'SIGKILL');
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends every tool of a start', async (signal) => {
  const { child, ended } = prepare();
  await until(() => pidsOfTools().every((pid) => pid > 0));
  const tools = pidsOfTools();
  child.kill(signal);
  expect((await ended).code).toBe(1);
  await until(() => !tools.some(isRunning));
});
