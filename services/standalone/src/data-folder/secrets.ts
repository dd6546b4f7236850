// The secrets that an embedded installation makes for itself at its first start and keeps beside its data.

import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from './data-folder';

export type Secrets = {
  /** Key of the hashes of all tokens. */
  tokenPepper: string;
  postgresPassword: string;
};

function writeDurably(file: string, text: string): void {
  const growing = `${file}.new`;
  const written = openSync(growing, 'w', 0o600);
  writeSync(written, text);
  fsyncSync(written);
  closeSync(written);
  renameSync(growing, file);
  const directory = openSync(path.dirname(file), 'r');
  fsyncSync(directory);
  closeSync(directory);
}

function isSecrets(value: unknown): value is Secrets {
  if (typeof value !== 'object' || value === null) return false;
  const { tokenPepper, postgresPassword }: Partial<Record<keyof Secrets, unknown>> = value;
  return typeof tokenPepper === 'string' && typeof postgresPassword === 'string';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads secrets.json (mode 0600), made with fresh secrets when the folder holds no data yet. */
export function openSecrets(folder: DataFolder): Secrets {
  const file = folder.secretsFile;
  if (existsSync(file)) {
    const secrets = parse(readFileSync(file, 'utf8'));
    if (isSecrets(secrets)) return secrets;
    throw new Error(`${file} is damaged: it must hold tokenPepper and postgresPassword.`);
  }
  if (existsSync(folder.postgres)) {
    throw new Error(`${file} is missing: without it the data in ${folder.directory} cannot be opened.`);
  }
  const secrets = {
    tokenPepper: randomBytes(32).toString('base64url'),
    postgresPassword: randomBytes(24).toString('base64url'),
  };
  writeDurably(file, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}
