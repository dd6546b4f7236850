// Runs schemathesis as a process. Installs it on import; when it cannot be had, prints why, and its tests are skipped.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const RUNNER = path.join(__dirname, '..', 'schemathesis', 'run.mjs');

const installed = spawnSync(process.execPath, [RUNNER, '--install'], { encoding: 'utf8' });
export const isSchemathesisThere = installed.status === 0;
if (!isSchemathesisThere) console.log(`schemathesis is ${installed.stdout.trim()}${installed.stderr.trim()}`);

/** `seed`: default of KURZ_SCHEMATHESIS_SEED. Resolves with the output; throws the output when it found a fault. */
export async function runSchemathesis(args: readonly string[], seed: string): Promise<string> {
  const all = [RUNNER, ...args, '--seed', process.env['KURZ_SCHEMATHESIS_SEED'] ?? seed];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [, stdout, stderr] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  const code = child.exitCode;
  console.log(/schemathesis: seed \d+/.exec(stdout)?.[0]);
  if (code !== 0) throw new Error(`schemathesis ended with ${String(code)}\n${stdout}\n${stderr}`);
  return stdout;
}
