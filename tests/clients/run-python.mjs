// Generates a client with openapi-python-client and runs suite.py with it:
//
//   node tests/clients/run-python.mjs DOCUMENT.json http://localhost:3000/v1 kz_ws_… HURRIED
//   node tests/clients/run-python.mjs --install
//
// Ends with 77 and the reason where Python or the package is not to be had.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pythonWith } from '../python-environment.mjs';

const HERE = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const STEP_MS = 600_000;

const python = pythonWith(path.join(HERE, 'requirements.txt'));
const [first = '--install', ...asked] = process.argv.slice(2);
if (first === '--install') process.exit(0);

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-client-'));
const generated = ['--path', first, '--meta', 'none', '--output-path', path.join(folder, 'kurz_client')];
const steps = [
  // a warning is a part of the description that the client would not have
  ['-m', 'openapi_python_client', 'generate', '--fail-on-warning', ...generated],
  [path.join(HERE, 'suite.py'), ...asked],
];
for (const args of steps) {
  const step = spawnSync(python, args, {
    stdio: 'inherit',
    timeout: STEP_MS,
    env: {
      ...process.env,
      // ruff, with which the generator formats what it writes, is beside its Python
      PATH: [path.dirname(python), process.env.PATH].join(path.delimiter),
      PYTHONPATH: folder,
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  if (step.status === 0) continue;
  rmSync(folder, { recursive: true, force: true });
  process.exit(step.status ?? 1);
}
rmSync(folder, { recursive: true, force: true });
