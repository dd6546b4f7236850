// Who writes a journal, or ships what a dead process left in one, holds its lock: a Unix socket in its directory that it
// listens on. The kernel ends the listening with the process, so that kill -9 leaves only a name that refuses
// connections and may be taken over; a process that is merely stopped keeps its journal. Works between containers that
// share the volume, not between machines: there Kafka fences the earlier shipper.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileIdentityOf, takeSocketName } from '@kurz/process';
import { isListenedTo } from './is-listened-to';
import { lockPathOf } from './lock-path-of';

export type JournalLock =
  | { kind: 'locked'; release: () => void }
  | { kind: 'held' }
  /** The journal is not there any more. */
  | { kind: 'gone' };

const isThere = (directory: string) => statSync(directory, { throwIfNoEntry: false }) !== undefined;

const askHolder = async (name: string) =>
  (await isListenedTo(name)) ? ({ kind: 'held', holder: name } as const) : ({ kind: 'nobody' } as const);

/** Does not wait for a holder to go. */
export async function lockJournal(directory: string): Promise<JournalLock> {
  if (!isThere(directory)) return { kind: 'gone' };
  const name = lockPathOf(directory);
  const own = `${name}.${randomBytes(4).toString('hex')}`;
  const server = createServer((socket) => socket.destroy());
  server.unref();
  let identity: string | undefined;
  const release = () => {
    if (identity !== undefined && fileIdentityOf(name) === identity) rmSync(name, { force: true });
    rmSync(own, { force: true });
    server.close();
  };
  try {
    // exclusive: in a worker of node:cluster the primary would hold it, and outlive the worker
    server.listen({ path: own, exclusive: true });
    await once(server, 'listening');
    identity = fileIdentityOf(own);
    const taken = await takeSocketName(name, own, askHolder);
    if (taken.kind === 'held') {
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
