// Writes docs/api.md from kurz-v1.yaml. Needs the build: `npm run build` first.

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { markdownOfDescription } = require('../dist/openapi/markdown-of-description.js');

writeFileSync(new URL('../../../docs/api.md', import.meta.url), markdownOfDescription());
