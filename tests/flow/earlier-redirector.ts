// The redirector of an earlier commit from the repository's history. Its sources and its libraries' are transpiled into
// a temporary folder; npm packages are those installed now.

import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { transform } from '@swc/core';

const REPOSITORY = path.join(__dirname, '..', '..');
const INSTALLED = path.join(REPOSITORY, 'node_modules', '.pnpm', 'node_modules');

export type EarlierRedirector = {
  /** A repository of its own, with services/redirector/dist/main.js. */
  root: string;
  /** Environment with which it finds the installed packages. */
  environment: { NODE_PATH: string };
  close: () => Promise<void>;
};

/** Returns false in a shallow clone, in a source archive, and without git. */
export function isInHistory(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: REPOSITORY, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function transpile(file: string): Promise<void> {
  const out = file.replace(`${path.sep}src${path.sep}`, `${path.sep}dist${path.sep}`);
  await mkdir(path.dirname(out), { recursive: true });
  const text = await readFile(file, 'utf8');
  if (!file.endsWith('.ts')) return writeFile(out, text);
  const { code } = await transform(text, {
    filename: file,
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  await writeFile(out.replace(/\.ts$/, '.js'), code);
}

export async function buildEarlierRedirector(commit: string): Promise<EarlierRedirector> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-earlier-'));
  const archive = path.join(root, 'sources.tar');
  const run = promisify(execFile);
  const packed = ['archive', `--output=${archive}`, commit, 'libs', 'services/redirector'];
  await run('git', packed, { cwd: REPOSITORY });
  await run('tar', ['--extract', '--file', archive, '--directory', root]);

  const files = await readdir(root, { recursive: true });
  const sources = files.filter((file) => /\/src\/.*(?<!\.test|\.d)\.(ts|json)$/.test(file));
  await Promise.all(sources.map((file) => transpile(path.join(root, file))));

  const scope = path.join(root, 'node_modules', '@kurz');
  await mkdir(scope, { recursive: true });
  for (const lib of await readdir(path.join(root, 'libs'))) {
    await symlink(path.join(root, 'libs', lib), path.join(scope, lib));
  }
  return {
    root,
    environment: { NODE_PATH: INSTALLED },
    close: () => rm(root, { recursive: true, force: true }),
  };
}
