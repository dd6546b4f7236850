// One process owns a data folder. The lock is a Unix socket that the owner listens on: the kernel ends the listening
// with the process, so that kill -9 leaves no lock behind, only a name that refuses connections and may be taken over.
//
// Each process listens under a name of its own and then links the lock's name to it, which succeeds for one only. A dead
// name is moved aside before it is removed; if what was moved turns out to be another's fresh socket, it is put back.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasErrorCode } from '@kurz/process';
import { answerRequests, type HolderActions } from './answer-requests';
import { askHolder } from './ask-holder';
import { isHolderStatus, type HolderStatus } from './holder-status';

export type DataFolderLock =
  | { kind: 'locked'; release: () => void }
  /** `holder` is missing when it does not answer. */
  | { kind: 'in_use'; holder: HolderStatus | undefined };

/** Two that took the same dead name over see each other's work after this. */
const SETTLE_MS = 30;
/** Who is asked may end just then; one that hangs up as often as this is no process that ends. */
const MOST_LEFT = 100;

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

function removeDeadName(socketPath: string, dead: string | undefined, aside: string): void {
  try {
    renameSync(socketPath, aside);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return;
    throw error;
  }
  if (identityOf(aside) !== dead) linked(aside, socketPath);
  rmSync(aside, { force: true });
}

/** Takes the lock's name for `own`, or says who has it. */
async function takeName(socketPath: string, own: string): Promise<DataFolderLock['kind'] | HolderStatus> {
  const identity = identityOf(own);
  for (let left = 0; left < MOST_LEFT;) {
    const found = identityOf(socketPath);
    if (found === undefined && linked(own, socketPath)) {
      await sleep(SETTLE_MS);
      if (identityOf(socketPath) === identity) return 'locked';
      continue;
    }
    const reply = await askHolder(socketPath, 'status');
    if (reply.kind === 'left') {
      left++;
      await sleep(SETTLE_MS);
    } else if (reply.kind === 'nobody') removeDeadName(socketPath, found, `${own}.dead`);
    else if (reply.kind === 'answered' && isHolderStatus(reply.answer)) return reply.answer;
    else return 'in_use';
  }
  return 'in_use';
}

async function listenAt(own: string, actions: HolderActions): Promise<Server> {
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

/** Locks the folder whose socket is `socketPath`; from then on `actions` answer those who ask. */
export async function lockDataFolder(socketPath: string, actions: HolderActions): Promise<DataFolderLock> {
  const own = `${socketPath}.${randomBytes(4).toString('hex')}`;
  const server = await listenAt(own, actions);
  const identity = identityOf(own);
  const release = () => {
    if (identityOf(socketPath) === identity) rmSync(socketPath, { force: true });
    rmSync(own, { force: true });
    server.close();
  };
  try {
    const taken = await takeName(socketPath, own);
    if (taken === 'locked') {
      rmSync(own, { force: true });
      return { kind: 'locked', release };
    }
    release();
    return { kind: 'in_use', holder: typeof taken === 'string' ? undefined : taken };
  } catch (error) {
    release();
    throw error;
  }
}
