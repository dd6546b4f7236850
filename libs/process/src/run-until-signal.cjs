// A process for the tests of run-process. Its first argument names a behaviour; it prints what happens to it.

const { setTimeout: sleep } = require('node:timers/promises');
const { silentLog, makeLog, runProcess, SettingsError } = require('../dist');

const [behaviour, preStopMs, stopMs] = process.argv.slice(2);
const say = (text) => process.stdout.write(`${text}\n`);
const log =
  behaviour === 'hangs' || behaviour === 'throws-later'
    ? makeLog({ level: 'info', service: 'test' })
    : silentLog;

const running = {
  drain: () => say('drained'),
  close: async () => {
    say('closing');
    if (behaviour === 'hangs') await new Promise(() => undefined);
    await sleep(20);
    say('closed');
  },
};

const starts = {
  runs: async () => running,
  hangs: async () => running,
  'starts-slowly': async () => {
    say('starting');
    await sleep(300);
    return running;
  },
  'has-bad-settings': async () => {
    throw new SettingsError(['KURZ_A is missing', 'KURZ_B must be a number']);
  },
  'throws-later': async () => {
    setTimeout(() => Promise.reject(new Error('nobody waits for this')), 10);
    return running;
  },
};

// holds the event loop, as sockets would
setInterval(() => undefined, 1_000);
void runProcess({ log }, starts[behaviour], { preStopMs: Number(preStopMs), stopMs: Number(stopMs) }).then(
  () => say('started'),
);
