// Who writes a journal, or ships what a dead process left in one, holds its lock: a Unix socket in its directory that it
// listens on. The kernel ends the listening with the process, so that kill -9 leaves only a name that refuses
// connections and may be taken over; a process that is merely stopped keeps its journal. Works between containers that
// share the volume, not between machines: there Kafka fences the earlier shipper.
//
// Each listens under a name of its own and then links the lock's name to it, which succeeds for one only. A dead name is
// moved aside before it is removed; if what was moved turns out to be another's fresh socket, it is put back.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasErrorCode } from '@kurz/process';
import { isListenedTo } from './is-listened-to';
import { lockPathOf } from './lock-path-of';

export type JournalLock =
  | { kind: 'locked'; release: () => void }
  | { kind: 'held' }
  /** The journal is not there any more. */
  | { kind: 'gone' };

/** Two that took the same dead name over see each other's work after this. */
const SETTLE_MS = 30;

const isThere = (directory: string) => statSync(directory, { throwIfNoEntry: false }) !== undefined;

/** Which file a name stands for now. The time of its making tells apart two that got one inode number in turn. */
function identityOf(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.dev} ${stat.ino} ${stat.mtimeNs}`;
}

/** Gives the file at `from` the further name `to`; false when that name is taken. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function removeDeadName(name: string, dead: string | undefined, aside: string): void {
  try {
    renameSync(name, aside);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return;
    throw error;
  }
  if (identityOf(aside) !== dead) linked(aside, name);
  rmSync(aside, { force: true });
}

async function takeName(name: string, own: string): Promise<'locked' | 'held'> {
  const identity = identityOf(own);
  for (;;) {
    const found = identityOf(name);
    if (found === undefined && linked(own, name)) {
      await sleep(SETTLE_MS);
      if (identityOf(name) === identity) return 'locked';
      continue;
    }
    if (await isListenedTo(name)) return 'held';
    removeDeadName(name, found, `${own}.dead`);
  }
}

/** Does not wait for a holder to go. */
export async function lockJournal(directory: string): Promise<JournalLock> {
  if (!isThere(directory)) return { kind: 'gone' };
  const name = lockPathOf(directory);
  const own = `${name}.${randomBytes(4).toString('hex')}`;
  const server = createServer((socket) => socket.destroy());
  server.unref();
  let identity: string | undefined;
  const release = () => {
    if (identity !== undefined && identityOf(name) === identity) rmSync(name, { force: true });
    rmSync(own, { force: true });
    server.close();
  };
  try {
    // exclusive: in a worker of node:cluster the primary would hold it, and outlive the worker
    server.listen({ path: own, exclusive: true });
    await once(server, 'listening');
    identity = identityOf(own);
    const taken = await takeName(name, own);
    if (taken === 'held') {
      release();
      return { kind: 'held' };
    }
    rmSync(own, { force: true });
    return { kind: 'locked', release };
  } catch (error) {
    release();
    // EACCES is what libuv makes of binding in a directory that is not there
    if (!isThere(directory)) return { kind: 'gone' };
    throw error;
  }
}
