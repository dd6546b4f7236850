// Starves the machine: processes that only use the CPU, one for each core.

import { spawn } from 'node:child_process';
import os from 'node:os';

/** The loops end by themselves after `maxMs`, however the test ends. */
export function startBusyLoops(maxMs: number): { stop: () => void } {
  const script = `for (const end = Date.now() + ${maxMs}; Date.now() < end;);`;
  const loops = os.cpus().map(() => spawn(process.execPath, ['-e', script], { stdio: 'ignore' }));
  return { stop: () => loops.forEach((loop) => loop.kill('SIGKILL')) };
}
