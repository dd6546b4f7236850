// Starts a measured process or a store: a script that prints its port as its first line.

import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** `program`: Node's arguments and the script. `close` ends the process and waits for its exit. */
export async function startProcess(program, args, env = process.env) {
  const child = spawn(process.execPath, [...program, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(Number(line.toString().trim())));
    child.once('exit', (code) => reject(new Error(`${program.join(' ')} ended with ${code}`)));
  });
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  };
  return { port, pid: child.pid, close };
}
