// Starves the machine: processes that only use the CPU, one for each core.

import { spawn } from 'node:child_process';
import os from 'node:os';

/** The loops end by themselves after `mostMs`, however the test ends. */
export function startBusyLoops(mostMs: number): { stop: () => void } {
  const script = `for (const end = Date.now() + ${mostMs}; Date.now() < end;);`;
  const loops = os.cpus().map(() => spawn(process.execPath, ['-e', script], { stdio: 'ignore' }));
  return { stop: () => loops.forEach((loop) => loop.kill('SIGKILL')) };
}
