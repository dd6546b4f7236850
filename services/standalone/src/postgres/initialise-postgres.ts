// Makes a new database cluster. It grows in a folder beside its place and is renamed when complete, so that a crash
// in the middle leaves nothing half made.

import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endWithProcess } from './end-with-process';
import { postgresAccount } from './postgres-account';
import { POSTGRES_ENVIRONMENT, type PostgresBinaries } from './postgres-binaries';

export const SUPERUSER = 'kurz';

function run(command: string[], ids: { uid?: number; gid?: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const [program = '', ...args] = command;
    // its own process group: Ctrl-C in the terminal must reach Kurz alone, which starts to the end and then stops
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

/** Makes the cluster in `directory` if none is there; its superuser is SUPERUSER with `password`. */
export async function initialisePostgres(
  binaries: PostgresBinaries,
  directory: string,
  password: string,
): Promise<void> {
  if (existsSync(path.join(directory, 'PG_VERSION'))) return;
  const growing = `${directory}.new`;
  rmSync(growing, { recursive: true, force: true });
  const account = postgresAccount(binaries.initdb, growing);
  const secrets = mkdtempSync(path.join(os.tmpdir(), 'kurz-initdb-'));
  const passwordFile = path.join(secrets, 'password');
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (process.getuid?.() === 0) {
      const { uid, gid } = statSync(growing);
      chownSync(secrets, uid, gid);
      chownSync(passwordFile, uid, gid);
    }
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    const access = [`--username=${SUPERUSER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    await run([...account.prefix, binaries.initdb, `--pgdata=${growing}`, ...locale, ...access], account.ids);
  } finally {
    rmSync(secrets, { recursive: true, force: true });
  }
  rmSync(directory, { recursive: true, force: true });
  renameSync(growing, directory);
}
