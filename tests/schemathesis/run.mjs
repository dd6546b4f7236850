// Lets schemathesis, with every check on, compare a running Kurz with its OpenAPI file:
//
//   node tests/schemathesis/run.mjs --url http://localhost:3000 --token kz_ws_… [--seed N] [--examples N]
//
// The token needs every scope and a plan with many requests a minute; start Kurz with KURZ_TRUSTED_PROXIES=1, so that
// the hooks' X-Forwarded-For keeps requests without a token from the limit on strangers. Prints the seed. Ends with 77
// and the reason where Python or the package is not to be had.

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const HERE = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const REQUIREMENTS = path.join(HERE, 'requirements.txt');
const SKIPPED = 77;
const INSTALL_MS = 300_000;
const RUN_MS = 900_000;

/** Python's virtual environments are not made for being moved, but its programs start from anywhere by their module. */
const pythonOf = (folder) => path.join(folder, 'bin', 'python3');

const failed = ({ error, stdout, stderr }) =>
  [error?.message, stdout, stderr].filter(Boolean).join('\n').trim().slice(-400);

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(SKIPPED);
}

function run(command, args, options) {
  return spawnSync(command, args, { encoding: 'utf8', ...options });
}

/** Installs into the system's temporary folder, once for each version; two that install at once do not meet. */
function environment() {
  const version = readFileSync(REQUIREMENTS, 'utf8').trim().replace('==', '-');
  const folder = path.join(os.tmpdir(), `kurz-${version}`);
  if (existsSync(pythonOf(folder))) return folder;
  const check = 'import sys; sys.exit(sys.version_info < (3, 11))';
  const python = run('python3', ['-c', check]);
  if (python.status !== 0) skip('Python 3.11 or newer is not there');
  const draft = mkdtempSync(path.join(os.tmpdir(), 'kurz-schemathesis-'));
  const steps = [
    ['python3', ['-m', 'venv', draft]],
    [pythonOf(draft), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS]],
  ];
  for (const [command, args] of steps) {
    const step = run(command, args, { timeout: INSTALL_MS });
    if (step.status === 0) continue;
    rmSync(draft, { recursive: true, force: true });
    skip(`schemathesis cannot be installed: ${failed(step)}`);
  }
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    token: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1_000_000_000)) },
    examples: { type: 'string', default: '50' },
    install: { type: 'boolean', default: false },
  },
});
const python = pythonOf(environment());
if (values.install) process.exit(0);
if (!values.url || !values.token) {
  console.error('--url and --token are required');
  process.exit(2);
}

const scratch = mkdtempSync(path.join(os.tmpdir(), 'kurz-schemathesis-run-'));
console.log(`schemathesis: seed ${values.seed}`);
const args = [
  ...['-c', 'from schemathesis.cli import schemathesis; schemathesis()'],
  ...['run', `${values.url}/v1/openapi.json`, '--header', `Authorization: Bearer ${values.token}`],
  ...['--checks', 'all', '--seed', values.seed, '--max-examples', values.examples],
  // two workers meet a fault of CPython 3.11's parser ("AST constructor recursion depth mismatch")
  ...['--workers', '1', '--continue-on-failure', '--no-color'],
];
const finished = run(python, args, {
  cwd: scratch,
  timeout: RUN_MS,
  env: { ...process.env, SCHEMATHESIS_HOOKS: path.join(HERE, 'hooks.py'), PYTHONDONTWRITEBYTECODE: '1' },
  maxBuffer: 64 * 1_048_576,
});
process.stdout.write(finished.stdout ?? '');
process.stderr.write(finished.stderr ?? '');
rmSync(scratch, { recursive: true, force: true });
process.exit(finished.status ?? 1);
