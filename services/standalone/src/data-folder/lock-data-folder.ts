// One process owns a data folder. The lock is a Unix socket that the owner listens on. The kernel ends the listening
// with the process, so kill -9 leaves only a name that refuses connections and may be taken over.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { fileIdentityOf, takeSocketName, type NameHolder } from '@kurz/process';
import { answerRequests, type OwnerActions } from './answer-requests';
import { requestFromOwner } from './request-from-owner';
import { isOwnerStatus, type OwnerStatus } from './owner-status';

export type DataFolderLock =
  | { kind: 'locked'; release: () => void }
  /** `owner` is undefined when it does not answer. */
  | { kind: 'in_use'; owner: OwnerStatus | undefined };

async function requestStatus(socketPath: string): Promise<NameHolder<OwnerStatus | undefined>> {
  const reply = await requestFromOwner(socketPath, 'status');
  if (reply.kind === 'left' || reply.kind === 'nobody') return { kind: reply.kind };
  if (reply.kind === 'answered' && isOwnerStatus(reply.answer)) return { kind: 'held', holder: reply.answer };
  return { kind: 'held', holder: undefined };
}

async function listenAt(own: string, actions: OwnerActions): Promise<Server> {
  const server = createServer((socket) => {
    // a connection must never keep a process alive that is about to end
    socket.unref();
    answerRequests(socket, actions);
  });
  server.listen(own);
  await once(server, 'listening');
  chmodSync(own, 0o600);
  return server;
}

/**
 * Locks the folder whose socket is `socketPath`; from then on `actions` answer requests on it. `former`: the socket's
 * path in earlier releases, where an older process may hold the lock.
 */
export async function lockDataFolder(
  socketPath: string,
  actions: OwnerActions,
  former?: string,
): Promise<DataFolderLock> {
  const own = `${socketPath}.${randomBytes(4).toString('hex')}`;
  const server = await listenAt(own, actions);
  const identity = fileIdentityOf(own);
  const release = () => {
    if (fileIdentityOf(socketPath) === identity) rmSync(socketPath, { force: true });
    rmSync(own, { force: true });
    server.close();
  };
  try {
    const earlier = former === undefined || former === socketPath ? undefined : await requestStatus(former);
    if (earlier?.kind === 'held') {
      release();
      return { kind: 'in_use', owner: earlier.holder };
    }
    const taken = await takeSocketName(socketPath, own, requestStatus);
    if (taken.kind === 'taken') {
      rmSync(own, { force: true });
      return { kind: 'locked', release };
    }
    release();
    return { kind: 'in_use', owner: taken.holder };
  } catch (error) {
    release();
    throw error;
  }
}
