// The lock of a journal's writer, or of the shipper of an orphan: a Unix socket in its directory on which it listens. The
// kernel closes the socket with the process, so that kill -9 leaves only a name that refuses connections and may be taken
// over. A process that is merely stopped keeps its journal. Works between containers that share the volume, not between
// machines: there Kafka fences the earlier shipper.

import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { fileIdentityOf, hasErrorCode, takeSocketName } from '@kurz/process';

/** False when no process listens at the socket's path any more. */
function isListenedTo(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // a full queue of waiting connections is a process that accepts none
    socket.once('error', (error) => resolve(!hasErrorCode(error, 'ECONNREFUSED', 'ENOENT')));
  });
}

/** A Unix socket's path holds 104 bytes on macOS and 108 on Linux, with its ending zero; our own names are longer. */
const LONGEST = 84;

/**
 * Where the socket lies that locks a journal: in its directory, or under a hash in /tmp where the path would be too long.
 * @throws when the directory is not there.
 */
function lockPathOf(directory: string): string {
  const real = realpathSync(directory);
  const inside = path.join(real, 'lock');
  if (Buffer.byteLength(inside) <= LONGEST) return inside;
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 20);
  return path.join('/tmp', `kurz-journal-${hash}.lock`);
}

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
    // the one before may have shipped and removed it meanwhile: a name in /tmp outlives the directory
    if (!isThere(directory)) {
      release();
      return { kind: 'gone' };
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
