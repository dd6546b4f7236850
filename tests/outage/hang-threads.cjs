// Preloaded by a process under test: blocks every thread but the main one while the file that KURZ_TEST_HANG names
// exists.

const { existsSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

if (!isMainThread) {
  const file = process.env.KURZ_TEST_HANG;
  setInterval(() => {
    while (existsSync(file));
  }, 50).unref();
}
