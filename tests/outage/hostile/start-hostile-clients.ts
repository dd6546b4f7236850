// Starts a process of hostile clients that runs attacks in parallel and reports numbers for each. `hold` and `unread`:
// how long each connection stayed open, ms. `ahead` and `drop`: connections that failed to open. `idle`: connections
// that failed to open or were not answered. `guess`: guesses answered with 404, and guesses answered otherwise.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Attack } from './attack';

const HOOK = path.join(__dirname, '..', '..', 'typescript-hook.cjs');
const MAIN = path.join(__dirname, 'main.ts');

export type HostileClients = {
  /** One call at a time. */
  attack: (...attacks: Attack[]) => Promise<number[][]>;
  close: () => Promise<void>;
};

/** Resolves when the process is ready, so that its start is not measured. */
export async function startHostileClients(): Promise<HostileClients> {
  const child = spawn(process.execPath, ['-r', HOOK, MAIN], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const lines = createInterface(child.stdout);
  const nextLine = async () => {
    const [line] = (await Promise.race([
      once(lines, 'line'),
      ended.then(() => {
        throw new Error(`the hostile clients ended with ${child.exitCode ?? child.signalCode}`);
      }),
    ])) as [string];
    return line;
  };
  await nextLine();
  return {
    attack: async (...attacks) => {
      const answer = nextLine();
      child.stdin.write(`${JSON.stringify(attacks)}\n`);
      return (await answer).split(';').map((numbers) => numbers.split(',').map(Number));
    },
    close: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
