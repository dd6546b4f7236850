// Logs a line for each byte of its input, and confirms each chunk on standard output. Ends at the end of its input.

const { makeLog, runProcess } = require('../../libs/process/dist');

const log = makeLog({ level: 'warn', service: 'test' });
let step = 0;
process.stdin.on('data', (bytes) => {
  bytes.forEach(() => log.warn({ event: 'step', step: step++ }));
  process.stdout.write('.');
});
process.stdin.once('end', () => process.exit(0));
void runProcess({ log }, () => Promise.resolve({ drain: () => undefined, close: () => Promise.resolve() }), {
  preStopMs: 0,
  stopMs: 20_000,
});
