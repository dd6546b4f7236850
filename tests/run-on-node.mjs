// `npm run test:node24 [-- path …]`: the flow and outage tests on Node 24; `npm run test:node26 [-- path …]`: what `npm test`
// runs, on Node 26. What a test starts runs on it as well; nothing is installed or built anew. Ends with 77 and the reason
// where that Node is not to be had.

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
