// A redirector whose worker has ended on a machine that cannot start another one just then.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { until } from '../until';

const SCRIPT = path.join(__dirname, 'fork-fails.cjs');

type Line = { event: string; pid?: number; code?: string };

test('A worker that cannot be started is tried again, and the redirector goes on', async () => {
  const primary = fork(SCRIPT, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const exited = once(primary, 'exit');
  let printed = '';
  primary.stdout?.on('data', (bytes) => (printed += String(bytes)));
  const lines = () =>
    printed
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  const serving = () => lines().filter(({ event }) => event === 'serves');
  const isOver = () => primary.exitCode !== null;
  try {
    await until(() => serving().length === 1);
    process.kill(serving()[0]?.pid ?? 0, 'SIGKILL');
    await until(() => serving().length === 2 || isOver());
    expect(lines().map(({ event }) => event)).toEqual([
      'serves',
      'ended',
      'worker_ended',
      'worker_not_started',
      'serves',
    ]);
    primary.send('stop');
    expect(await exited).toEqual([0, null]);
  } finally {
    primary.kill('SIGKILL');
  }
});
