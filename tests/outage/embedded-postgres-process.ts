// The process of the PostgreSQL that a product runs in its data folder: a test kills, freezes and thaws it.

import { readFileSync } from 'node:fs';
import path from 'node:path';

export type EmbeddedPostgresProcess = {
  pid: () => number;
  /** SIGKILL for the server's first process; its other processes end when they notice. */
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
  // the product gives the server its own process group, whose id is that of the first process
  const signalAll = (signal: NodeJS.Signals) => void process.kill(-pid(), signal);
  return {
    pid,
    kill: () => void process.kill(pid(), 'SIGKILL'),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  };
}
