// Sends a case's requests for some seconds, or a fixed number of them. Returns requests a second and latencies in ms.

import { existsSync, readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** The percentile by the nearest-rank method. */
export function percentileOf(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export const medianOf = (values) => percentileOf(values, 50);

/** CPU time of a process, ms in steps of 10. Known on Linux only. */
export function cpuMsOf(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const [, , , , , , , , , , , , , user, system] = readFileSync(file, 'utf8').split(' ');
  return (Number(user) + Number(system)) * 10;
}

/** Throws on a response that is not 2xx or lacks ClickHouse's part: a fast refusal or a partial answer is no result. */
export async function measure({ name, port, pid, prefix, token, connections, amount, next }, seconds) {
  const latencies = [];
  let degraded = 0;
  const cpuBefore = cpuMsOf(pid);
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    // a report may take longer than a round of the others
    ...(amount ? { amount } : { duration: seconds }),
    timeout: 20,
    requests: [
      {
        setupRequest: (request) => {
          const { method = 'GET', path, headers, body } = next();
          const all = { ...headers, ...(token && { authorization: `Bearer ${token}` }) };
          return { ...request, method, path: prefix + path, headers: all, body };
        },
      },
    ],
    // autocannon's own histogram has whole milliseconds only
    setupClient: (client) => {
      client.on('response', (_status, _bytes, ms) => latencies.push(ms));
      client.on('body', (body) => (degraded += body.includes('"freshness":"degraded"') ? 1 : 0));
    },
  });
  const failed = result.non2xx + result.errors + result.timeouts + degraded;
  if (failed > 0 || latencies.length === 0) {
    throw new Error(
      `${name}: ${failed} of ${latencies.length} failed: ${JSON.stringify(result.statusCodeStats)}`,
    );
  }
  return {
    rate: latencies.length / result.duration,
    p50: percentileOf(latencies, 50),
    p99: percentileOf(latencies, 99),
    cpu: (cpuMsOf(pid) - cpuBefore) / latencies.length,
    count: latencies.length,
  };
}
