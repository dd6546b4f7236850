// `npm run stack`: prepares checkout and machine, then runs the stack in this very process, so that a signal reaches it
// directly.

import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../../services/standalone/bin/prepare.mjs';
import { prepareBackends } from '../prepare-backends.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

await prepare({ root: path.resolve(here, '..', '..') });
await prepareBackends();
createRequire(import.meta.url)('./main.ts');
