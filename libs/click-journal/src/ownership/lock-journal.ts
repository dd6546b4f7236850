// The lock of a journal's writer, or of the shipper of an orphan: a Unix socket in its directory on which it listens. The
// kernel closes the socket with the process, so that kill -9 leaves only a name that refuses connections and may be taken
// over. A process that is merely stopped keeps its journal. Works between containers that share the volume, not between
// machines: there Kafka fences the earlier shipper.

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
    // a full queue of waiting connections is a process that accepts none
    socket.once('error', (error) => resolve(!hasErrorCode(error, 'ECONNREFUSED', 'ENOENT')));
  });
}

/** A Unix socket's path holds 104 bytes on macOS and 108 on Linux, with its ending zero; our own names are longer. */
const LONGEST = 84;
/** Linux: the directories that this process has open. */
const OPEN_DIRECTORIES = '/proc/self/fd';

type LockPlace = {
  /** The path of the socket that locks the journal. */
  name: string;
  /** Where an earlier release has it. */
  former?: string;
  /** `name` leads nowhere any more. */
  close: () => void;
};

/**
 * In the journal's directory. Where the path would be too long, it is shortened by way of the open directory, or the
 * socket lies under a hash in /tmp where the system has no such way.
 * @throws when the directory is not there.
 */
function lockPlaceOf(directory: string): LockPlace {
  const real = realpathSync(directory);
  const inside = path.join(real, 'lock');
  if (Buffer.byteLength(inside) <= LONGEST) return { name: inside, close: () => undefined };
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
  /** The journal is not there any more. */
  | { kind: 'gone' };

const isThere = (directory: string) => statSync(directory, { throwIfNoEntry: false }) !== undefined;

const askHolder = async (name: string) =>
  (await isListenedTo(name)) ? ({ kind: 'held', holder: name } as const) : ({ kind: 'nobody' } as const);

/** Does not wait for a holder to go. */
export async function lockJournal(directory: string): Promise<JournalLock> {
  if (!isThere(directory)) return { kind: 'gone' };
  const { name, former, close } = lockPlaceOf(directory);
  const own = `${name}.${randomBytes(4).toString('hex')}`;
  const server = createServer((socket) => socket.destroy());
  server.unref();
  let identity: string | undefined;
  const release = () => {
    if (identity !== undefined && fileIdentityOf(name) === identity) rmSync(name, { force: true });
    rmSync(own, { force: true });
    // it removes its own name as well
    server.close(close);
  };
  try {
    // exclusive: in a worker of node:cluster the primary would hold it, and outlive the worker
    server.listen({ path: own, exclusive: true });
    await once(server, 'listening');
    identity = fileIdentityOf(own);
    if (former !== undefined && (await isListenedTo(former))) {
      release();
      return { kind: 'held' };
    }
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
