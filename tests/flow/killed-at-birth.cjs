// Preloaded into every process of a redirector: the first DEATHS_AT_BIRTH workers are killed by the system before they
// run their own code. Each takes a file in the folder DEATHS, because two may start at once.

const { writeFileSync } = require('node:fs');
const cluster = require('node:cluster');
const path = require('node:path');

const { DEATHS, DEATHS_AT_BIRTH } = process.env;

function takes(death) {
  try {
    writeFileSync(path.join(DEATHS, String(death)), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

if (cluster.isWorker) {
  for (let death = 0; death < Number(DEATHS_AT_BIRTH); death++)
    if (takes(death)) process.kill(process.pid, 'SIGKILL');
}
