// `npm run test:chart`: builds Helm with Go, once, into the user's cache, then runs the chart's tests. Ends with 77 and
// the reason when Helm cannot be had. With `--where` it builds nothing and prints Helm's folder, if there is one.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { skip } from '../other-node.mjs';
import { HELM } from './helm-program.mjs';

if (process.argv.includes('--where')) {
  process.stdout.write(HELM.built() ?? '');
} else {
  const { refusal } = HELM.build();
  if (refusal) skip(`the chart, because ${refusal}`);
  const run = path.join(import.meta.dirname, '..', 'run.mjs');
  const { status } = spawnSync(process.execPath, [run, 'slow', 'tests/deploy/chart-renders'], {
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
