// A lock that the kernel lets go of with its process: a Unix socket under an agreed name, which its owner listens on.
// kill -9 leaves only a name that refuses connections and may be taken over. Each listens under a name of its own and then
// links the agreed one to it, which succeeds for one only. A dead name is moved aside before it is removed; if what was
// moved turns out to be another's fresh socket, it is put back.

import { linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasErrorCode } from './error-codes';

/** Who listens behind a name: nobody, one that hung up and may be ending, or one that holds it. */
export type NameHolder<Holder> = { kind: 'nobody' } | { kind: 'left' } | { kind: 'held'; holder: Holder };

/** `holder` is missing when it hung up each time it was asked. */
export type TakenName<Holder> = { kind: 'taken' } | { kind: 'held'; holder?: Holder };

/** Two that took the same dead name over see each other's work after this. */
const SETTLE_MS = 30;
/** Who is asked may end just then; one that hangs up as often as this is no process that ends. */
const MOST_LEFT = 100;

/** Which file a name stands for now. The time of its making tells apart two that got one inode number in turn. */
export function fileIdentityOf(file: string): string | undefined {
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
  if (fileIdentityOf(aside) !== dead) linked(aside, name);
  rmSync(aside, { force: true });
}

/** Links `name` to the socket that listens at `own`, or says who has it; `ask` asks whoever listens behind `name`. */
export async function takeSocketName<Holder>(
  name: string,
  own: string,
  ask: () => Promise<NameHolder<Holder>>,
): Promise<TakenName<Holder>> {
  const identity = fileIdentityOf(own);
  for (let left = 0; left < MOST_LEFT;) {
    const found = fileIdentityOf(name);
    if (found === undefined && linked(own, name)) {
      await sleep(SETTLE_MS);
      if (fileIdentityOf(name) === identity) return { kind: 'taken' };
      continue;
    }
    const answer = await ask();
    if (answer.kind === 'held') return answer;
    if (answer.kind === 'nobody') removeDeadName(name, found, `${own}.dead`);
    else {
      left++;
      await sleep(SETTLE_MS);
    }
  }
  return { kind: 'held' };
}
