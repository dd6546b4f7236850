// Runs before tests that use the built product: builds what has changed. With nothing changed it takes a second, which
// tests/run.mjs saves because it has built already.

'use strict';

const { execFileSync } = require('node:child_process');
const path = require('node:path');

const ROOT = path.join(__dirname, '..');
const TSC = path.join(ROOT, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
const WRITE_PARSED = path.join(ROOT, 'services', 'api', 'openapi', 'write-parsed.mjs');

module.exports = () => {
  if (process.env.KURZ_TEST_IS_BUILT) return;
  for (const step of [[TSC, '-b'], [WRITE_PARSED]]) {
    execFileSync(process.execPath, step, { cwd: ROOT, stdio: 'inherit' });
  }
};
