// The secrets that an embedded installation makes for itself at its first start and keeps beside its data.

import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from './data-folder';
import { DataFolderFault } from './data-folder-fault';

export type Secrets = {
  /** The key by which all tokens are hashed. */
  tokenPepper: string;
  postgresPassword: string;
  /** The previous pepper, during a rotation. */
  oldTokenPepper?: string;
  /** ISO 8601; set together with `oldTokenPepper`. */
  pepperRotatedAt?: string;
};

const isOptionalText = (value: unknown) => value === undefined || typeof value === 'string';

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
  const secrets: Partial<Record<keyof Secrets, unknown>> = value;
  const { tokenPepper, postgresPassword, oldTokenPepper, pepperRotatedAt } = secrets;
  return (
    typeof tokenPepper === 'string' &&
    typeof postgresPassword === 'string' &&
    isOptionalText(oldTokenPepper) &&
    isOptionalText(pepperRotatedAt)
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const newPepper = () => randomBytes(32).toString('base64url');

const store = (folder: DataFolder, secrets: Secrets) =>
  writeDurably(folder.secretsFile, `${JSON.stringify(secrets, null, 2)}\n`);

/** Reads secrets.json (mode 0600), made with fresh secrets when the folder holds no data yet. */
export function openSecrets(folder: DataFolder): Secrets {
  const file = folder.secretsFile;
  if (existsSync(file)) {
    const secrets = parse(readFileSync(file, 'utf8'));
    if (isSecrets(secrets)) return secrets;
    throw new DataFolderFault(
      `${file} is damaged: it must hold tokenPepper and postgresPassword. Restore it from a backup of the data folder.`,
    );
  }
  if (existsSync(folder.postgres)) {
    throw new DataFolderFault(
      `${file} is missing: without it the data in ${folder.directory} cannot be opened. Restore it from a backup.`,
    );
  }
  const secrets = { tokenPepper: newPepper(), postgresPassword: randomBytes(24).toString('base64url') };
  store(folder, secrets);
  return secrets;
}

/** Only while the product is stopped. The previous pepper stays beside the new one. */
export function rotatePepper(folder: DataFolder, now: Date): void {
  const { tokenPepper, postgresPassword } = openSecrets(folder);
  store(folder, {
    tokenPepper: newPepper(),
    postgresPassword,
    oldTokenPepper: tokenPepper,
    pepperRotatedAt: now.toISOString(),
  });
}

/** Only while the product is stopped. */
export function forgetOldPepper(folder: DataFolder): void {
  const { tokenPepper, postgresPassword } = openSecrets(folder);
  store(folder, { tokenPepper, postgresPassword });
}
