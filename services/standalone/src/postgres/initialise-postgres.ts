// Makes a new database cluster. It is built in a folder beside its place and renamed when complete, so that a crash
// leaves no half-made cluster.

import { spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { hasErrorCode, SettingsError } from '@kurz/process';
import { endWithProcess } from './end-with-process';
import { postgresAccount } from './postgres-account';
import { POSTGRES_ENVIRONMENT, type PostgresBinaries } from './postgres-binaries';

export const SUPERUSER = 'kurz';

function run(command: string[], ids: { uid?: number; gid?: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const [program = '', ...args] = command;
    // its own process group: Ctrl-C in the terminal must reach Kurz alone, which finishes its start and then stops
    const child = spawn(program, args, {
      ...ids,
      detached: true,
      env: POSTGRES_ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    endWithProcess(child, 'SIGTERM');
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`initdb failed (${code}): ${errors.trim()}`)),
    );
  });
}

/** Removes the remains of a killed start. An initdb that still writes ends soon; the next start removes the rest. */
function removeLeft(directory: string): void {
  const [parent, name] = [path.dirname(directory), path.basename(directory)];
  for (const left of readdirSync(parent).filter((one) => one.startsWith(`${name}.new`)))
    try {
      rmSync(path.join(parent, left), { recursive: true, force: true });
    } catch (error) {
      if (!hasErrorCode(error, 'ENOTEMPTY')) throw error;
    }
}

/** A complete cluster has PG_VERSION. Files without it are remains of a database, which a backup may restore. */
function refuseRemains(directory: string): void {
  if (!existsSync(directory) || readdirSync(directory).length === 0) return;
  throw new SettingsError([
    `KURZ_DATA_DIR: ${directory} holds files but no readable PG_VERSION: it is an incomplete database. ` +
      'Restore it from a backup, or move it away to start with an empty database',
  ]);
}

/** The password's file is in the same folder, so that it is removed even when initdb is killed. */
async function growCluster(growing: string, initdb: string, password: string): Promise<string> {
  const account = postgresAccount(initdb, growing);
  const [cluster, passwordFile] = [path.join(growing, 'cluster'), path.join(growing, 'password')];
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(growing);
    chownSync(passwordFile, uid, gid);
  }
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const access = [`--username=${SUPERUSER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await run([...account.prefix, initdb, `--pgdata=${cluster}`, ...locale, ...access], account.ids);
  return cluster;
}

/**
 * Makes the cluster in `directory` if none is there; its superuser is SUPERUSER with `password`.
 * @throws SettingsError when the folder holds files that are no complete cluster; the files stay.
 */
export async function initialisePostgres(
  { initdb }: Pick<PostgresBinaries, 'initdb'>,
  directory: string,
  password: string,
): Promise<void> {
  mkdirSync(path.dirname(directory), { recursive: true, mode: 0o700 });
  removeLeft(directory);
  if (existsSync(path.join(directory, 'PG_VERSION'))) return;
  refuseRemains(directory);
  // a name of its own: the initdb of a start that was killed may still write
  const growing = mkdtempSync(`${directory}.new-`);
  try {
    const cluster = await growCluster(growing, initdb, password);
    // this also replaces an empty folder
    renameSync(cluster, directory);
  } finally {
    rmSync(growing, { recursive: true, force: true });
  }
}
