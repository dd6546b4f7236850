// Each server that is measured calls this: it listens, tells the bench its port, and answers the bench's questions.

import { Session } from 'node:inspector/promises';

const SAMPLING_MICROS = 200;

function makeProfiler() {
  const session = new Session();
  return {
    start: async () => {
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_MICROS });
      await session.post('Profiler.start');
      return {};
    },
    stop: async () => (await session.post('Profiler.stop')).profile,
  };
}

function usage() {
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system, rss: process.memoryUsage.rss() };
}

/** `check` resolves with the sums that are compared after the load. */
export function serve(server, { check = async () => ({}), close = async () => {} } = {}) {
  const profiler = makeProfiler();
  const answers = {
    usage,
    check,
    startProfile: profiler.start,
    stopProfile: profiler.stop,
  };
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
  process.on('message', async ({ question }) => {
    if (question !== 'close') return process.send(await answers[question]());
    await close();
    process.exit(0);
  });
  process.on('disconnect', () => process.exit(0));
}
