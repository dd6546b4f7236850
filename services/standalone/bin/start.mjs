// `npm start`: prepares the checkout, then runs the product in this very process, so that a signal reaches it directly.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

await prepare({ root: path.resolve(here, '..', '..', '..') });
await import('../dist/main.js');
