// A virtual environment of Python with one package of PyPI, made once for each version in the system's temporary
// folder. Ends the process with SKIPPED and the reason where Python or the package is not to be had.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const SKIPPED = 77;
const INSTALL_MS = 300_000;

/** Virtual environments are not made for being moved, but their programs start from anywhere by their module. */
const pythonOf = (folder) => path.join(folder, 'bin', 'python3');

const failed = ({ error, stdout, stderr }) =>
  [error?.message, stdout, stderr].filter(Boolean).join('\n').trim().slice(-400);

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(SKIPPED);
}

const run = (command, args, options) => spawnSync(command, args, { encoding: 'utf8', ...options });

/** `requirements`: a file of one line, `package==version`. Gives the path of python3; two that install at once do not meet. */
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
