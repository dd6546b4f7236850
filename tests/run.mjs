// Runs the tests: `node tests/run.mjs [all | project …] [path …]`. By default it runs the quick projects, which need
// ten minutes; `all` adds those that take their time, and tries properties with more inputs. It prepares the checkout
// first (install, build), prints why anything was skipped, and closes with the ten slowest files, each failure again,
// and `N passed, N failed, N skipped` over all suites.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepare } from '../services/standalone/bin/prepare.mjs';
import { certificateTools } from './certificates/caddy-and-pebble.mjs';
import { prepareBackends } from './prepare-backends.mjs';
import { openRunFolder } from './run-folder.mjs';

const ROOT = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
const JEST = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
const SHARED_STORES = path.join(ROOT, 'tests', 'backends', 'src', 'per-worker', 'serve-shared-stores.cjs');
const REPORTER = path.join(ROOT, 'tests', 'progress-reporter.cjs');

/** Preloaded into the programs that tests start. */
const MODULE_CACHE = path.join(ROOT, 'tests', 'module-cache.cjs');
/** The product's programs, each with arguments and settings with which it ends as soon as it is loaded. */
const PROGRAMS = [
  { program: 'standalone/dist/main.js', settings: { KURZ_PORT: 'none' } },
  { program: 'standalone/dist/admin-main.js', words: ['--help'] },
  { program: 'admin/dist/main.js', words: ['--help'] },
  { program: 'api/dist/main.js' },
  { program: 'ingester/dist/main.js' },
  { program: 'redirector/dist/main.js' },
  { program: 'redirector/dist/worker-main.js', isWorker: true },
  { program: 'redirector/dist/ship/ship-thread.js', isWorker: true },
  { program: 'stack/dist/main.js', settings: { KURZ_PORT: 'none' } },
];

const PROCESSORS = os.availableParallelism();

/** One more than there are processors: a test often waits, for a store or for a process that it started. */
const WORKERS = `--maxWorkers=${PROCESSORS + 1}`;
/** Tests with stores wait half of their time; these compare no times. */
const MORE_WORKERS = `--maxWorkers=${PROCESSORS + 2}`;

/**
 * First the projects that may share the machine, then those that measure times: the shorter their limits, the fewer at
 * a time. The last one measures starts, so its programs load their modules as a user's do.
 */
const GROUPS = [
  { projects: ['unit'], flags: [WORKERS] },
  {
    projects: ['stores', 'contract', 'deploy', 'flow', 'browser', 'smoke'],
    flags: [MORE_WORKERS],
    isCached: true,
  },
  { projects: ['slow', 'crash'], flags: [MORE_WORKERS], isSlow: true, isCached: true },
  // `npm run test:certificates` builds what the certificates project needs
  { projects: ['timed', 'certificates'], flags: [WORKERS], isSlow: true, isCached: true },
  { projects: ['alone'], flags: ['--runInBand'], isSlow: true },
];

const PROJECTS = GROUPS.flatMap(({ projects }) => projects);
const CERTIFICATE_TOOLS = certificateTools();
/** The projects of `all`. */
const READY = PROJECTS.filter((name) => name !== 'certificates' || CERTIFICATE_TOOLS !== undefined);
const QUICK = GROUPS.filter(({ isSlow }) => !isSlow).flatMap(({ projects }) => projects);

/** Projects with tests of pages. The slow ones are in the slow projects. */
const WITH_BROWSER = ['browser', 'slow', 'timed', 'alone'];
/** The one project whose tests start neither Redis nor Kafka. */
const WITHOUT_BACKENDS = 'unit';

/** Each file loads its modules anew: with Node's young generation of a few MiB, GC takes a tenth of the time. */
const YOUNG = '--max-semi-space-size=64';

/** How long a run that has reported may take to end; one that takes longer holds something open. */
const LEAK_MS = 10_000;

/** Jest's compiled files, kept for later runs. */
const COMPILED = path.join(os.tmpdir(), 'kurz-jest');

const SLOWEST = 10;
/** Lines of each failure that the list at the end repeats. */
const LINES_OF_A_FAILURE = 12;

/** Starts the process with the shared stores of the workers. `close` ends it with all its stores. */
async function startSharedStores() {
  const child = spawn(process.execPath, [SHARED_STORES], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const address = await Promise.race([
    new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(chunk.toString().trim()))),
    ended.then((code) => Promise.reject(new Error(`the shared stores ended with ${code}`))),
  ]);
  const close = async () => {
    child.stdin.end();
    await ended;
  };
  return { address, close };
}

/** The environment of tests whose programs take their modules from `folder`. */
const cachedIn = (folder) => ({
  MODULE_CACHE: folder,
  NODE_OPTIONS: [process.env.NODE_OPTIONS, `--require ${JSON.stringify(MODULE_CACHE)}`]
    .filter(Boolean)
    .join(' '),
});

/** Loads each program once, so that the cache also has programs that tests always kill. */
async function fillModuleCache(environment) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('KURZ_'));
  // V8 accepts compiled code only when its flags are the same
  const { workerArguments } = await import('@kurz/redirector');
  const loaded = PROGRAMS.map(({ program, isWorker, words = [], settings }) => {
    const flags = isWorker ? workerArguments([]) : [];
    const child = spawn(process.execPath, [...flags, path.join(ROOT, 'services', program), ...words], {
      env: { ...Object.fromEntries(inherited), ...environment, ...settings },
      stdio: 'ignore',
    });
    return new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
  });
  await Promise.all(loaded);
}

function runJest(projects, flags, { resultFile, stores, isAll, cache }) {
  const args = [
    JEST,
    '--selectProjects',
    ...projects,
    '--json',
    `--outputFile=${resultFile}`,
    '--passWithNoTests',
    `--cacheDirectory=${COMPILED}`,
    `--reporters=${REPORTER}`,
    ...flags,
  ];
  return new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      KURZ_TEST_IS_BUILT: '1',
      ...(isAll && { KURZ_TEST_ALL: '1' }),
      ...cache,
      ...(stores && { KURZ_TEST_STORES: stores.address }),
      ...(CERTIFICATE_TOOLS && { KURZ_TEST_CERTIFICATE_TOOLS: CERTIFICATE_TOOLS }),
    };
    const child = spawn(process.execPath, [YOUNG, ...args], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let endTimer;
    let hasLeaked = false;
    child.stderr.on('data', (chunk) => {
      process.stderr.write(chunk);
      const said = chunk.toString();
      if (said.includes('did not exit')) hasLeaked = true;
      // seen once after 44 files: nothing was open any more, and Node 20 spun in its own clean-up
      if (hasLeaked || said.includes('Test results written to')) {
        endTimer ??= setTimeout(() => child.kill('SIGKILL'), LEAK_MS);
      }
    });
    child.once('error', reject);
    child.once('exit', (_, signal) => {
      clearTimeout(endTimer);
      resolve({ hasLeaked: hasLeaked && signal === 'SIGKILL' });
    });
  });
}

/** One text per failed case, and one for a file that did not load. */
function failuresOf({ name, message, assertionResults }) {
  const file = path.relative(ROOT, name);
  const textOf = (title, said) =>
    [`${file}${title}`, ...said.split('\n').slice(0, LINES_OF_A_FAILURE)].join('\n    ');
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length > 0) {
    return failed.map(({ fullName, failureMessages }) => textOf(`: ${fullName}`, failureMessages.join('\n')));
  }
  return assertionResults.length === 0 && message ? [textOf('', message)] : [];
}

/** Where jest ended before it wrote its results, the run is one failure. */
function summaryOf(resultFile) {
  if (!existsSync(resultFile)) {
    return { files: [], failures: ['a run ended without results'], passed: 0, failed: 1, skipped: 0 };
  }
  const results = JSON.parse(readFileSync(resultFile, 'utf8'));
  const skipped = results.testResults
    .flatMap((suite) => suite.assertionResults)
    .filter((test) => test.status === 'pending' || test.status === 'todo');
  for (const test of skipped) console.log(`skipped: ${test.fullName}`);
  const files = results.testResults.map(({ name, startTime, endTime }) => ({
    name,
    ms: endTime - startTime,
  }));
  return {
    files,
    failures: results.testResults.flatMap(failuresOf),
    passed: results.numPassedTests,
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    skipped: skipped.length,
  };
}

function printSlowest(files) {
  console.log('The slowest files:');
  const slowest = [...files].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  for (const { name, ms } of slowest) {
    console.log(`  ${(ms / 1_000).toFixed(1).padStart(6)} s  ${path.relative(ROOT, name)}`);
  }
}

async function main(words) {
  const named = words.filter((word) => PROJECTS.includes(word));
  const paths = words.filter((word) => word !== 'all' && !PROJECTS.includes(word));
  const byDefault = words.includes('all') ? READY : QUICK;
  const wanted = named.length > 0 ? named : byDefault;
  // paths that name no test of a page need no browser
  const mayTestPages = paths.length === 0 || paths.some((pattern) => pattern.includes('browser'));
  await prepare({ root: ROOT });
  if (wanted.some((name) => name !== WITHOUT_BACKENDS))
    await prepareBackends({
      withBrowser: mayTestPages && wanted.some((name) => WITH_BROWSER.includes(name)),
      withPooler: wanted.includes('slow'),
    });
  const pathFlags = paths.length > 0 ? ['--testPathPatterns', ...paths] : [];
  const total = { passed: 0, failed: 0, skipped: 0 };
  const files = [];
  const failures = [];
  const { folder, close } = openRunFolder();
  let stores;
  let cache;
  try {
    if (wanted.some((name) => name !== WITHOUT_BACKENDS)) stores = await startSharedStores();
    for (const [index, group] of GROUPS.entries()) {
      const projects = group.projects.filter((name) => wanted.includes(name));
      if (projects.length === 0) continue;
      const resultFile = path.join(folder, `${index}.json`);
      if (group.isCached && !cache) {
        cache = cachedIn(folder);
        await fillModuleCache(cache);
      }
      const { hasLeaked } = await runJest(projects, [...group.flags, ...pathFlags], {
        resultFile,
        stores,
        isAll: words.includes('all'),
        cache: group.isCached ? cache : undefined,
      });
      const summary = summaryOf(resultFile);
      for (const key of Object.keys(total)) total[key] += summary[key];
      files.push(...summary.files);
      failures.push(...summary.failures);
      if (!hasLeaked) continue;
      failures.push(`the run of ${projects.join(', ')} left something open and had to be ended`);
      total.failed += 1;
    }
  } finally {
    await stores?.close();
    close();
  }
  printSlowest(files);
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

await main(process.argv.slice(2));
