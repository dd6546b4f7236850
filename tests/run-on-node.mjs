// `npm run test:node24 [-- path …]`: the flow and outage tests on Node 24. `npm run test:node26 [-- path …]`: the tests
// of `npm test` on Node 26. Programs that tests start also run on it; nothing is installed or built again. Ends with 77
// and the reason when that Node cannot be had.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchNode, withNode } from './other-node.mjs';

const RUN = path.join(path.dirname(fileURLToPath(import.meta.url)), 'run.mjs');

const [major, ...asked] = process.argv.slice(2);
const bin = fetchNode(major);
const child = spawn(path.join(bin, 'node'), [RUN, ...asked], { stdio: 'inherit', env: withNode(bin) });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
