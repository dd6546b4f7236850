// Lets schemathesis, with every check on, compare a running Kurz with its OpenAPI files, /v1 or /x:
//
//   node tests/schemathesis/run.mjs --url http://localhost:3000 --token kz_ws_… [--seed N] [--examples N]
//   node tests/schemathesis/run.mjs --url http://localhost:3000 --world FILE [--reached FILE] [--zone NAME] [--seed N]
//
// The token needs every scope and a plan with many requests a minute. The world is what console_hooks.py reads;
// --reached gets the statuses of each operation. Start Kurz with KURZ_TRUSTED_PROXIES=1, so that the hooks'
// X-Forwarded-For keeps requests without a token from the limit on strangers. Prints the seed. Ends with 77 and the
// reason where Python or the package is not to be had.

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pythonWith } from '../python-environment.mjs';

const HERE = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const REQUIREMENTS = path.join(HERE, 'requirements.txt');
const RUN_MS = 1_100_000;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    token: { type: 'string' },
    world: { type: 'string' },
    reached: { type: 'string' },
    zone: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1_000_000_000)) },
    examples: { type: 'string', default: '50' },
    install: { type: 'boolean', default: false },
  },
});
const python = pythonWith(REQUIREMENTS);
if (values.install) process.exit(0);
if (!values.url || (!values.token && !values.world)) {
  console.error('--url and one of --token and --world are required');
  process.exit(2);
}
const target = values.world
  ? {
      ...{ description: '/x/openapi.json', config: 'console.toml', hooks: 'console_hooks.py', headers: [] },
      variables: {
        KURZ_FUZZED_WORLD: path.resolve(values.world),
        ...(values.reached && { KURZ_REACHED: path.resolve(values.reached) }),
      },
    }
  : {
      ...{ description: '/v1/openapi.json', config: 'links.toml', hooks: 'link_hooks.py' },
      headers: ['--header', `Authorization: Bearer ${values.token}`],
      variables: {},
    };

const scratch = mkdtempSync(path.join(os.tmpdir(), 'kurz-schemathesis-run-'));
console.log(`schemathesis: seed ${values.seed}`);
const args = [
  ...['-c', 'from schemathesis.cli import schemathesis; schemathesis()'],
  ...['--config-file', path.join(HERE, target.config)],
  ...['run', `${values.url}${target.description}`, ...target.headers],
  ...['--checks', 'all', '--seed', values.seed, '--max-examples', values.examples],
  // two workers meet a fault of CPython 3.11's parser ("AST constructor recursion depth mismatch")
  ...['--workers', '1', '--continue-on-failure', '--no-color'],
];
const finished = spawnSync(python, args, {
  encoding: 'utf8',
  cwd: scratch,
  timeout: RUN_MS,
  env: {
    ...process.env,
    ...target.variables,
    ...(values.zone && { KURZ_ZONE: values.zone }),
    SCHEMATHESIS_HOOKS: path.join(HERE, target.hooks),
    PYTHONPATH: HERE,
    PYTHONDONTWRITEBYTECODE: '1',
  },
  maxBuffer: 64 * 1_048_576,
});
process.stdout.write(finished.stdout ?? '');
process.stderr.write(finished.stderr ?? '');
rmSync(scratch, { recursive: true, force: true });
process.exit(finished.status ?? 1);
