// `npm run --silent kurz -- <command>`: prepares the checkout without output on standard output, then runs the command.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

await prepare({ root: path.resolve(here, '..', '..', '..'), isQuiet: true });
await import('../dist/admin-main.js');
