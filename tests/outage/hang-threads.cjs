// Preloaded by a process under test: its threads beside the main one hang, all their code standing still, for as long as
// the file named by KURZ_TEST_HANG is there.

const { existsSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

if (!isMainThread) {
  const file = process.env.KURZ_TEST_HANG;
  setInterval(() => {
    while (existsSync(file));
  }, 50).unref();
}
