// The lock of a journal: a Unix socket in its directory, on which its writer, or the shipper of an orphan, listens. The
// kernel closes the socket when the process ends, so kill -9 leaves only a name that refuses connections and may be
// taken over. A process that is merely stopped keeps its journal. Works between containers that share the volume, not
// between machines: there Kafka fences the earlier shipper.

import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
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
    // a full backlog means that a process listens but accepts no connections
    socket.once('error', (error) => resolve(!hasErrorCode(error, 'ECONNREFUSED', 'ENOENT')));
  });
}

/** A Unix socket's path has 104 bytes on macOS, 108 on Linux, with its final zero. Our temporary names are longer. */
const MAX_PATH_BYTES = 84;
/** Linux only: paths to the directories that this process has open. */
const OPEN_DIRECTORIES = '/proc/self/fd';

type LockPath = {
  /** The path of the socket that locks the journal. */
  name: string;
  /** The path of the socket in an earlier release. */
  former?: string;
  /** Ends the validity of `name`. */
  close: () => void;
};

/**
 * The socket is in the journal's directory. A path that is too long is shortened by way of the open directory; a system
 * without such paths has the socket under a hash in /tmp.
 * @throws when the directory does not exist.
 */
function lockPathOf(directory: string): LockPath {
  const real = realpathSync(directory);
  const inside = path.join(real, 'lock');
  if (Buffer.byteLength(inside) <= MAX_PATH_BYTES) return { name: inside, close: () => undefined };
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 20);
  const former = path.join('/tmp', `kurz-journal-${hash}.lock`);
  if (!existsSync(OPEN_DIRECTORIES)) return { name: former, close: () => undefined };
  const opened = openSync(real, 'r');
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(opened);
    isOpen = false;
  };
  return { name: `${OPEN_DIRECTORIES}/${opened}/lock`, former, close };
}

export type JournalLock =
  | { kind: 'locked'; release: () => void }
  | { kind: 'held' }
  /** The journal no longer exists. */
  | { kind: 'gone' };

const isThere = (directory: string) => statSync(directory, { throwIfNoEntry: false }) !== undefined;

const queryHolder = async (name: string) =>
  (await isListenedTo(name)) ? ({ kind: 'held', holder: name } as const) : ({ kind: 'nobody' } as const);

/** Does not wait for a holder to release the lock. */
export async function lockJournal(directory: string): Promise<JournalLock> {
  if (!isThere(directory)) return { kind: 'gone' };
  const { name, former, close } = lockPathOf(directory);
  const own = `${name}.${randomBytes(4).toString('hex')}`;
  const server = createServer((socket) => socket.destroy());
  server.unref();
  let identity: string | undefined;
  const release = () => {
    if (identity !== undefined && fileIdentityOf(name) === identity) rmSync(name, { force: true });
    rmSync(own, { force: true });
    // the server also removes its own name
    server.close(close);
  };
  try {
    // exclusive: otherwise the primary of node:cluster would hold a worker's socket, and outlive the worker
    server.listen({ path: own, exclusive: true });
    await once(server, 'listening');
    identity = fileIdentityOf(own);
    if (former !== undefined && (await isListenedTo(former))) {
      release();
      return { kind: 'held' };
    }
    const taken = await takeSocketName(name, own, queryHolder);
    if (taken.kind === 'held') {
      release();
      return { kind: 'held' };
    }
    // the previous holder may have shipped and removed the journal meanwhile: a name in /tmp outlives the directory
    if (!isThere(directory)) {
      release();
      return { kind: 'gone' };
    }
    rmSync(own, { force: true });
    return { kind: 'locked', release };
  } catch (error) {
    release();
    // libuv reports EACCES for a bind in a missing directory
    if (!isThere(directory)) return { kind: 'gone' };
    throw error;
  }
}
