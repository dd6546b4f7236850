// PostgreSQL refuses to run as root. When Kurz does, the server gets an unprivileged account: `postgres` where there
// is one, else `nobody`; no account is added to the machine. Where that account cannot reach the folders (a clone
// under /root), the server keeps the one capability that lets it read past their permissions.

import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** How to start a PostgreSQL program: the command to put in front, and the ids to run it with. */
export type PostgresAccount = { prefix: string[]; ids: { uid?: number; gid?: number } };

type Ids = { uid: number; gid: number };

function idsOf(name: string): Ids | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((candidate) => candidate.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

function chownTree(target: string, ids: Ids): void {
  const stat = lstatSync(target);
  if (stat.uid !== ids.uid) chownSync(target, ids.uid, ids.gid);
  if (!stat.isDirectory()) return;
  for (const name of readdirSync(target)) chownTree(path.join(target, name), ids);
}

/** True when the account can run the program and enter the folder. */
function canReach(program: string, directory: string, ids: Ids): boolean {
  const check = spawnSync('/bin/sh', ['-c', 'cd "$1" && exec "$0" --version', program, directory], {
    ...ids,
    stdio: 'ignore',
  });
  return check.status === 0;
}

/** The mode bits that a server refuses. A copied folder may have them. */
const OPEN_TO_OTHERS = 0o027;

function closeToOthers(directory: string): void {
  if ((lstatSync(directory).mode & OPEN_TO_OTHERS) !== 0) chmodSync(directory, 0o700);
}

/**
 * The account for a server in `directory`. Creates the folder, and gives it to that account alone. Throws with advice
 * when no account can be used.
 */
export function postgresAccount(program: string, directory: string): PostgresAccount {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  closeToOthers(directory);
  if (process.getuid?.() !== 0) return { prefix: [], ids: {} };
  const ids = idsOf('postgres') ?? idsOf('nobody');
  if (!ids)
    throw new Error('PostgreSQL cannot run as root, and this machine has no user "postgres" or "nobody".');
  chownTree(directory, ids);
  if (canReach(program, directory, ids)) return { prefix: [], ids };
  const prefix = [
    'setpriv',
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
  ];
  const check = spawnSync(prefix[0] ?? '', [...prefix.slice(1), program, '--version'], { stdio: 'ignore' });
  if (check.status === 0) return { prefix, ids: {} };
  throw new Error(
    `PostgreSQL cannot run as root, and the user it would run as (uid ${ids.uid}) cannot reach ${directory} or ${program}. ` +
      'Start Kurz as an ordinary user, or put the checkout and KURZ_DATA_DIR where that user can read.',
  );
}
