import { startServerProcess } from '@kurz/backends';
import { silentLog } from '@kurz/process';
import { keepRunning, type Part } from '../../../services/stack/src/topology/keep-running';

/** A process that does nothing until it is ended. */
async function startIdle(): Promise<Part> {
  const child = await startServerProcess({
    program: process.execPath,
    args: ['-e', 'console.log("up"); setInterval(() => {}, 1000)'],
    isReady: (words) => words.includes('up'),
    startMs: 30_000,
  });
  return { pid: child.pid, ended: child.ended, stop: () => child.stop(5_000) };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a part of the stack', () => {
  const started: number[] = [];
  const untilStarted = async (count: number) => {
    while (started.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
    return started[count - 1] ?? 0;
  };
  const keep = (start: () => Promise<Part>, restartMs = 0) => {
    started.length = 0;
    return keepRunning(
      { name: 'idle', start, log: silentLog, onStart: (pid) => started.push(pid) },
      { restartMs },
    );
  };

  it('is started again when it is killed, and stays away when it is stopped', async () => {
    const kept = await keep(startIdle);
    for (const count of [1, 2, 3]) {
      const pid = await untilStarted(count);
      if (count < 3) process.kill(pid, 'SIGKILL');
    }
    await kept.stop();
    expect(started).toHaveLength(3);
    expect(started.some(isRunning)).toBe(false);
  });

  it('is tried again when it does not come up the next time', async () => {
    let starts = 0;
    const kept = await keep(() => (++starts === 2 ? Promise.reject(new Error('not yet')) : startIdle()));
    process.kill(await untilStarted(1), 'SIGKILL');
    await untilStarted(2);
    expect(starts).toBe(3);
    await kept.stop();
  });

  it('is not started again when the stack stops while it is away', async () => {
    const kept = await keep(startIdle, 60_000);
    process.kill(await untilStarted(1), 'SIGKILL');
    await kept.stop();
    expect(started).toHaveLength(1);
  });

  it('fails the start of the stack when it does not come up the first time', async () => {
    await expect(keep(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
  });
});
