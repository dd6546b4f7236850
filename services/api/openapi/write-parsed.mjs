// A step of the build, after tsc: writes the parsed descriptions, which the API reads at each start, into dist/.

import { renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { parsedDescriptions } = require('../dist/openapi/openapi-document.js');

// renamed, so that an API that starts meanwhile reads a whole file
const file = new URL('../dist/openapi/parsed.json', import.meta.url);
const growing = new URL(`${file.href}.${process.pid}`);
writeFileSync(growing, parsedDescriptions());
renameSync(growing, file);
