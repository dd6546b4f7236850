// A Python virtual environment with one PyPI package, made once per version in the system's temporary folder. Ends the
// process with SKIPPED and the reason when Python or the package cannot be had.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const SKIPPED = 77;
const INSTALL_MS = 300_000;

/** A virtual environment cannot be moved, but after a move its programs still start as modules (`python -m`). */
const pythonOf = (folder) => path.join(folder, 'bin', 'python3');

const failed = ({ error, stdout, stderr }) =>
  [error?.message, stdout, stderr].filter(Boolean).join('\n').trim().slice(-400);

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(SKIPPED);
}

const run = (command, args, options) => spawnSync(command, args, { encoding: 'utf8', ...options });

/** `requirements`: a file with one `package==version`. Gives the path of python3. Parallel installs do not collide. */
export function pythonWith(requirements) {
  const [name, version] = readFileSync(requirements, 'utf8').trim().split('==');
  const folder = path.join(os.tmpdir(), `kurz-${name}-${version}`);
  if (existsSync(pythonOf(folder))) return pythonOf(folder);
  const python = run('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']);
  if (python.status !== 0) skip('Python 3.11 or newer is not there');
  const draft = mkdtempSync(path.join(os.tmpdir(), `kurz-${name}-`));
  const steps = [
    ['python3', ['-m', 'venv', draft]],
    [pythonOf(draft), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]],
  ];
  for (const [command, args] of steps) {
    const step = run(command, args, { timeout: INSTALL_MS });
    if (step.status === 0) continue;
    rmSync(draft, { recursive: true, force: true });
    skip(`${name} cannot be installed: ${failed(step)}`);
  }
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
  return pythonOf(folder);
}
