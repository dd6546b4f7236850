// Makes a checkout runnable, for `npm start`, `npm run kurz` and the tests: the right Node, packages installed, sources
// built. Plain Node without a dependency, because it runs before there are any. Takes about 50 ms when nothing changed.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lockCheckout } from './lock-checkout.mjs';

/** The oldest version that the web app's bundler runs on. */
const OLDEST_NODE = [20, 19];

const DESCRIPTIONS = path.join('services', 'api', 'openapi');

/** Built by Vite; everything else by tsc. */
const WEB_APP = path.join('services', 'console');

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

class PrepareError extends Error {}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new PrepareError(
    `Kurz needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${process.versions.node}.`,
  );
}

const children = new Set();

/** Ends the child processes before this one: a build that went on would disturb the build of the next start. */
function end(signal) {
  for (const child of children) child.kill(signal);
  process.exit(1);
}

/** Runs a program to its end. A signal that ends this process ends the program too. */
function run(command, args, { root, isQuiet }) {
  return new Promise((resolve, reject) => {
    // with isQuiet, standard output belongs to the command that runs afterwards
    const stdio = isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(command, args, { cwd: root, stdio });
    let words = '';
    child.stdout?.on('data', (chunk) => (words += chunk));
    child.stderr?.on('data', (chunk) => (words += chunk));
    children.add(child);
    child.once('error', reject);
    child.once('close', (code) => {
      children.delete(child);
      if (code === 0) return resolve();
      process.stderr.write(words);
      reject(new PrepareError(`${path.basename(command)} ${args.join(' ')} ended with ${code}; see above.`));
    });
  });
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** pnpm keeps the lockfile of what it installed beside the packages, and writes its manifest last. */
function isInstalled(root) {
  const modules = path.join(root, 'node_modules');
  const installed = read(path.join(modules, '.pnpm', 'lock.yaml'));
  return (
    installed !== undefined &&
    existsSync(path.join(modules, '.modules.yaml')) &&
    installed === read(path.join(root, 'pnpm-lock.yaml'))
  );
}

async function install({ root, isQuiet, say }) {
  if (isInstalled(root)) return;
  say('installing packages (once; a minute or so)');
  const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  await run('npx', ['--yes', packageManager, 'install', '--frozen-lockfile'], { root, isQuiet });
}

function packagesOf(root) {
  return ['libs', 'services'].flatMap((kind) =>
    readdirSync(path.join(root, kind))
      .map((name) => path.join(root, kind, name))
      .filter((directory) => existsSync(path.join(directory, 'tsconfig.json'))),
  );
}

function filesUnder(directory) {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}

/** Changes when a file that the build reads changes, comes or goes. */
function fingerprintOf(root) {
  const packages = packagesOf(root);
  const files = [
    path.join(root, 'tsconfig.json'),
    path.join(root, 'tsconfig.base.json'),
    path.join(root, 'pnpm-lock.yaml'),
    ...packages.map((directory) => path.join(directory, 'tsconfig.json')),
    ...packages.flatMap((directory) => filesUnder(path.join(directory, 'src'))),
    ...['kurz-v1.yaml', 'console.yaml'].map((name) => path.join(root, DESCRIPTIONS, name)),
    ...['index.html', 'vite.config.mjs', 'public/icon.svg'].map((name) => path.join(root, WEB_APP, name)),
  ];
  const hash = createHash('sha256');
  for (const file of files.filter((name) => !name.endsWith('.test.ts')).sort()) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${path.relative(root, file)} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

function isThere(root) {
  const webApp = path.join(root, WEB_APP);
  return packagesOf(root).every((directory) =>
    existsSync(path.join(directory, 'dist', directory === webApp ? 'index.html' : 'index.js')),
  );
}

const stampOf = (root) => path.join(root, '.kurz-built');

const isBuilt = (root) => isThere(root) && read(stampOf(root)) === fingerprintOf(root);

async function build({ root, isQuiet, say }) {
  if (isBuilt(root)) return;
  const fingerprint = fingerprintOf(root);
  const webApp = path.join(root, WEB_APP);
  say('building');
  const tsc = path.join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const vite = path.join(webApp, 'node_modules', 'vite', 'bin', 'vite.js');
  // in parallel, on a core each: the web app reads the sources of packages, never their dist/
  const compile = async () => {
    // --force: tsc's build info may say that a missing output is up to date
    await run(process.execPath, [tsc, '-b', ...(isThere(root) ? [] : ['--force'])], { root, isQuiet });
    await run(process.execPath, [path.join(root, DESCRIPTIONS, 'write-parsed.mjs')], { root, isQuiet });
  };
  await Promise.all([
    compile(),
    run(process.execPath, [vite, 'build', webApp, '--logLevel', 'warn'], { root, isQuiet }),
  ]);
  writeFileSync(stampOf(root), fingerprint);
}

async function installAndBuild({ root, isQuiet, say }) {
  for (const signal of SIGNALS) process.on(signal, end);
  const release = await lockCheckout(root, say);
  try {
    await install({ root, isQuiet, say });
    await build({ root, isQuiet, say });
  } finally {
    release();
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

/**
 * Installs and builds what is missing in the checkout `root`. Prints progress with `say`; `isQuiet` shows the output of
 * the tools only when they fail. Ends the process with a clear message when it cannot.
 */
export async function prepare({ root, isQuiet = false, say = (text) => console.error(`kurz: ${text} …`) }) {
  try {
    checkNode();
    if (isInstalled(root) && isBuilt(root)) return;
    await installAndBuild({ root, isQuiet, say });
  } catch (error) {
    if (!(error instanceof PrepareError) && error?.code !== 'ENOENT') throw error;
    console.error(`kurz: ${error.message}`);
    process.exit(1);
  }
}
