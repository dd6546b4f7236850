// A process whose log has no room on the disk, or no reader.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { until } from '../until';
import { mountSmallDisk, whyNoSmallDisk } from './small-disk';

const PROGRAM = path.join(__dirname, 'log-in-steps.cjs');
const FULL = '/dev/full';

let started: ChildProcess | undefined;
afterEach(() => started?.kill('SIGKILL'));

/** The process logs a step for each line of its input. It ends at the end of its input or by a signal. */
function start(stderr: 'pipe' | number) {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', stderr] });
  started = child;
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => ({ code, signal }));
  const step = async () => {
    child.stdin?.write('\n');
    if (child.stdout) await Promise.race([once(child.stdout, 'data'), ended]);
  };
  return { child, ended, step };
}

const stepsIn = (log: string) =>
  log
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { step: number }).step);

const withFullDevice = existsSync(FULL) ? test : test.skip;

withFullDevice.each(['SIGTERM', undefined] as const)(
  'a process goes on whose log finds no room, and ends (by %s; needs /dev/full)',
  async (signal) => {
    const full = openSync(FULL, 'w');
    const { child, ended, step } = start(full);
    closeSync(full);
    for (let steps = 0; steps < 20; steps++) await step();
    expect(child.exitCode).toBeNull();
    if (signal) child.kill(signal);
    else child.stdin?.end();
    expect(await ended).toEqual({ code: 0, signal: null });
  },
);

test('a process goes on whose log lost its reader', async () => {
  const { child, ended, step } = start('pipe');
  await step();
  child.stderr?.destroy();
  for (let steps = 0; steps < 20; steps++) await step();
  expect(child.exitCode).toBeNull();
  child.stdin?.end();
  expect(await ended).toEqual({ code: 0, signal: null });
});

test('the last lines of a process that ends reach a reader that is slower', async () => {
  const { child, ended } = start('pipe');
  let log = '';
  child.stdin?.end('\n'.repeat(8_000));
  if (child.stdout) await Promise.race([once(child.stdout, 'data'), ended]);
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  expect(await ended).toEqual({ code: 0, signal: null });
  // lines that the system writes at the process's end may come after its last lines
  const steps = stepsIn(log).sort((a, b) => a - b);
  expect(steps).toEqual(Array.from({ length: 8_000 }, (_, index) => index));
});

const whyNot = whyNoSmallDisk();

(whyNot === undefined ? test : test.skip)(
  `lines that found no room are in the log, whole and in order, when there is room${whyNot ? ` (${whyNot})` : ''}`,
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-log-'));
    const mount = path.join(folder, 'disk');
    mkdirSync(mount);
    const disk = await mountSmallDisk(mount, 256 * 1024);
    try {
      const file = path.join(mount, 'log');
      const log = openSync(file, 'a');
      const { child, ended, step } = start(log);
      closeSync(log);
      await step();
      const lines = () => readFileSync(file, 'utf8');
      await until(() => lines() !== '');
      disk.fill();
      for (let steps = 1; steps < 200; steps++) await step();
      disk.makeRoom();
      await step();
      await until(() => lines().includes('"step":200'));
      child.stdin?.end();
      expect(await ended).toEqual({ code: 0, signal: null });
      expect(stepsIn(lines())).toEqual(Array.from({ length: 201 }, (_, index) => index));
    } finally {
      await disk.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
