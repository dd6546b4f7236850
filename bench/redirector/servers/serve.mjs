// For servers that are measured within their own process: listens, and answers the bench's questions.

import { Session } from 'node:inspector/promises';
import { answerBench } from './parts/answer-bench.mjs';

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

/** `check` resolves with the sums for the comparison after the load. */
export function serve(server, { check = async () => ({}), close } = {}) {
  const profiler = makeProfiler();
  process.on('disconnect', () => process.exit(0));
  server.listen(0, '127.0.0.1', () =>
    answerBench(server.address().port, {
      usage,
      check,
      startProfile: profiler.start,
      stopProfile: profiler.stop,
      close,
    }),
  );
}
