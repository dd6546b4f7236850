// A step of the build, after tsc: writes the parsed descriptions, which the API reads at each start, into dist/.

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { parsedDescriptions } = require('../dist/openapi/openapi-document.js');

writeFileSync(new URL('../dist/openapi/parsed.json', import.meta.url), parsedDescriptions());
