// Starts a process of hostile clients, which runs attacks at once and reports what the clients of each saw:
// how long the server left each connection of `hold` and `unread`, ms; how many of `ahead` and `drop` were refused, of `idle` not answered; how many of `guess`
// were answered with 404, and otherwise.

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

/** Ready when it resolves, so that its start is no part of what is measured. */
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
