// Measures one round of a case: the load on its server, and the CPU time of the answering process.

import { runLoad } from './run-load.mjs';
import { runPacedLoad } from './run-paced-load.mjs';

/** `load.rate`: requests a second; without it, as many as the server can answer. */
export async function measure(server, load, seconds) {
  const before = await server.ask('usage');
  const run = load.rate ? runPacedLoad : runLoad;
  const { requests, rate, p50, p99, failed, redirects, unsure } = await run(server.port, load, seconds);
  const after = await server.ask('usage');
  if (failed > 0) throw new Error(`${failed} of ${requests} requests failed`);
  return {
    rate,
    p50,
    p99,
    cpu: (after.cpuMicros - before.cpuMicros) / requests,
    rss: after.rss / 1024 / 1024,
    requests,
    redirects,
    unsure,
  };
}

export function medianOf(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
