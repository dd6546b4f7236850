import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const PROGRAM = path.join(__dirname, 'run-until-signal.cjs');

/** Runs the program; signals it each time a line of `signals` has been printed; resolves when it has ended. */
async function run(behaviour: string, signals: [line: string, signal: NodeJS.Signals][], stopMs = 20_000) {
  const child = spawn(process.execPath, [PROGRAM, behaviour, '50', String(stopMs)]);
  const output = { stdout: '', stderr: '' };
  const waiting = [...signals];
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString();
    const next = waiting[0];
    if (!next || !output.stdout.includes(`${next[0]}\n`)) return;
    waiting.shift();
    child.kill(next[1]);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, lines: output.stdout.trim().split('\n'), stderr: output.stderr };
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s turns readiness off first, then closes, then ends',
  async (signal) => {
    const ended = await run('runs', [['started', signal]]);
    expect(ended).toMatchObject({ code: 0, lines: ['started', 'drained', 'closing', 'closed'] });
  },
);

test('A second signal changes nothing', async () => {
  const ended = await run('runs', [
    ['started', 'SIGINT'],
    ['drained', 'SIGTERM'],
  ]);
  expect(ended).toMatchObject({ code: 0, lines: ['started', 'drained', 'closing', 'closed'] });
});

test('A signal while it starts waits until it has started, so that all is closed that was opened', async () => {
  const ended = await run('starts-slowly', [['starting', 'SIGTERM']]);
  const happened = ended.lines.filter((line) => line !== 'started');
  expect([ended.code, happened]).toEqual([0, ['starting', 'drained', 'closing', 'closed']]);
});

test('A close that hangs is cut off, and the log says so', async () => {
  const ended = await run('hangs', [['started', 'SIGTERM']], 300);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('"event":"stop_forced"');
});

test('Bad settings end the start with every fault in plain words', async () => {
  const ended = await run('has-bad-settings', []);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/KURZ_A is missing\n.*KURZ_B must be a number\n/);
});

test('An error that nobody caught is logged and ends the process', async () => {
  const ended = await run('throws-later', []);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('"event":"uncaught_exception"');
  expect(ended.stderr).toContain('nobody waits for this');
});
