// A lock that the kernel releases when its process ends: a Unix socket under an agreed name, which its owner listens
// on. kill -9 leaves only a name that refuses connections and may be taken over. Each process listens under a name of
// its own and then links the agreed name to it; only one succeeds.
//
// A dead owner's name is taken under a second lock, the succession, which is a name of the same kind. Its holder checks
// that the name is still the dead owner's, then moves its own socket there. So a held name is never touched, however
// long another process stood still since it asked. A process that dies meanwhile leaves a succession with a dead owner,
// which is taken in the same way.

import { createHash } from 'node:crypto';
import { linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasErrorCode } from './error-codes';

/** The listener behind a name: none, one that disconnected and may be ending, or one that holds it. */
export type NameHolder<Holder> = { kind: 'nobody' } | { kind: 'left' } | { kind: 'held'; holder: Holder };

/** `holder` is missing when it disconnected, or was succeeding a dead owner, each time it was asked. */
export type TakenName<Holder> = { kind: 'taken' } | { kind: 'held'; holder?: Holder };

/** Queries the process that listens behind a name. */
type QueryHolder<Holder> = (name: string) => Promise<NameHolder<Holder>>;

const AGAIN_MS = 30;
/** Most attempts. A listener that disconnects may be ending; one that disconnects this often is not. */
const MAX_ATTEMPTS = 100;
/** Keeps a succession's name as short as a taker's own, which fits into the path of a socket. */
const HASH_LETTERS = 8;

/** The file behind a name now. The modification time tells two files with the same inode number apart. */
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

/** Moves `own` in the place of `name`, atomically. */
function replace(name: string, own: string): void {
  const moving = `${own}.new`;
  rmSync(moving, { force: true });
  linkSync(own, moving);
  renameSync(moving, name);
}

/**
 * Links `agreed` to the socket that listens at `own`, or says who holds it. `queryHolder` queries the process that
 * listens behind a name.
 */
export async function takeSocketName<Holder>(
  agreed: string,
  own: string,
  queryHolder: QueryHolder<Holder>,
): Promise<TakenName<Holder>> {
  const successionOf = (dead: string) =>
    `${agreed}.${createHash('sha256').update(dead).digest('hex').slice(0, HASH_LETTERS)}`;

  /**
   * Returns true when `name` is ours now; false when it is no longer the dead owner's, or another process succeeds it.
   */
  const succeed = async (name: string, dead: string): Promise<boolean> => {
    const succession = successionOf(dead);
    if ((await take(succession)).kind !== 'taken') return false;
    try {
      if (fileIdentityOf(name) !== dead) return false;
      replace(name, own);
      return true;
    } finally {
      rmSync(succession, { force: true });
    }
  };

  const take = async (name: string): Promise<TakenName<Holder>> => {
    for (let left = 0; left < MAX_ATTEMPTS; left++) {
      if (linked(own, name)) return { kind: 'taken' };
      const found = fileIdentityOf(name);
      if (found === undefined) continue;
      const answer = await queryHolder(name);
      if (answer.kind === 'held') return answer;
      if (answer.kind === 'nobody' && (await succeed(name, found))) return { kind: 'taken' };
      await sleep(AGAIN_MS);
    }
    return { kind: 'held' };
  };

  return take(agreed);
}
