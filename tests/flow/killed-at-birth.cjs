// Preloaded into every process of a redirector: the first workers, as many as DEATHS_AT_BIRTH says, are killed by the
// system before they run a line of their own. The file DEATHS_FILE counts them, a byte each.

const { appendFileSync, statSync } = require('node:fs');
const cluster = require('node:cluster');

const { DEATHS_FILE, DEATHS_AT_BIRTH } = process.env;
if (cluster.isWorker && statSync(DEATHS_FILE).size < Number(DEATHS_AT_BIRTH)) {
  appendFileSync(DEATHS_FILE, '.');
  process.kill(process.pid, 'SIGKILL');
}
