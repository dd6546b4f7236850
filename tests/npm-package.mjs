// A package of the npm registry for some tests, outside of the workspace: fetched once into the user's cache.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { USER_CACHE } from './user-cache.mjs';

const INSTALL_MS = 300_000;
const FLAGS = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** The package's folder, or why it cannot be had. `env`: for npm, which refuses packages that need a newer Node. */
export function fetchPackage({ name, version }, env = process.env) {
  const cache = path.join(USER_CACHE, 'kurz');
  const folder = path.join(cache, `${name}-${version}`);
  const found = { folder: path.join(folder, 'node_modules', name) };
  if (existsSync(found.folder)) return found;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(path.join(cache, 'draft-'));
  const args = ['install', ...FLAGS, '--prefix', draft, `${name}@${version}`];
  const { status, error, stderr } = spawnSync('npm', args, { encoding: 'utf8', timeout: INSTALL_MS, env });
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    return { refusal: (error?.message ?? stderr).trim().slice(0, 200) };
  }
  try {
    renameSync(draft, folder);
  } catch {
    // another run was faster
    rmSync(draft, { recursive: true, force: true });
  }
  return found;
}
