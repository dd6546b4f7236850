// The time an answer takes at a fixed number of requests a second, server and visitors on a core each.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pinnedTo } from './pinned-to.mjs';

const SCRIPT = fileURLToPath(new URL('visitors-at-rate.mjs', import.meta.url));

export async function measureAtRate(port, rate, seconds) {
  const [command, ...args] = [
    ...pinnedTo(1),
    process.execPath,
    SCRIPT,
    String(port),
    String(rate),
    String(seconds),
  ];
  const { stdout } = await promisify(execFile)(command, args);
  const { unanswered, p50, p90, p99 } = JSON.parse(stdout);
  // a machine that others use as well may not keep up with the rate: that is no figure, and no failure either
  return unanswered > 0 ? { p50: Infinity, p90: Infinity, p99: Infinity } : { p50, p90, p99 };
}
