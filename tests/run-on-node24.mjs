// `npm run test:node24 [-- path …]`: the flow and outage tests, or those whose path is named, on Node 24 instead of the
// Node that is installed. What a test starts runs on it as well; nothing is installed or built anew. Ends with 77 and the
// reason where that Node is not to be had.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchNode24, withNode24 } from './node24.mjs';

const RUN = path.join(path.dirname(fileURLToPath(import.meta.url)), 'run.mjs');

const bin = fetchNode24();
const asked = process.argv.slice(2);
const child = spawn(path.join(bin, 'node'), [RUN, 'flow', 'slow', 'crash', 'timed', 'alone', ...asked], {
  stdio: 'inherit',
  env: withNode24(bin),
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
