// Run by log-finds-no-room.test.ts: logs a line and says so for each byte of its input; ends with its input.

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
