// `npm run stack`: prepares checkout and machine, then runs the stack in this very process, so that a signal reaches it
// directly.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../../standalone/bin/prepare.mjs';
import { prepareMachine } from './prepare-machine.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

await prepare({ root: path.resolve(here, '..', '..', '..') });
await prepareMachine();
await import('../dist/main.js');
