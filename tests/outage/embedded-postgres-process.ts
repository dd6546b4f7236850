// The PostgreSQL that a product runs over its data folder, as a process: to be killed, frozen and thawed from outside.

import { readFileSync } from 'node:fs';
import path from 'node:path';

export type EmbeddedPostgresProcess = {
  pid: () => number;
  /** SIGKILL for the server's first process; the others end when they see that. */
  kill: () => void;
  /** SIGSTOP for all of its processes: connections stay, answers do not come. */
  freeze: () => void;
  thaw: () => void;
};

export function embeddedPostgresProcess(dataDirectory: string): EmbeddedPostgresProcess {
  const pid = () => {
    const text = readFileSync(path.join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8');
    const found = Number(text.split('\n')[0]);
    if (!Number.isInteger(found) || found <= 1) throw new Error(`no process in postmaster.pid: ${text}`);
    return found;
  };
  // the product gives the server a process group of its own, which has the first process's number
  const signalAll = (signal: NodeJS.Signals) => void process.kill(-pid(), signal);
  return {
    pid,
    kill: () => void process.kill(pid(), 'SIGKILL'),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  };
}
