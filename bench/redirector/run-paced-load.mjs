// Runs a fixed number of requests a second, with server and visitors on a core each, so that latency does not depend on
// the server's maximum speed.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pinnedTo } from './pinned-to.mjs';

// a measurement of answer times must not wait for its own garbage collection
const YOUNG = '--max-semi-space-size=2';
const SCRIPT = fileURLToPath(new URL('visitors-at-rate.mjs', import.meta.url));

/** `otherPort`: a server that visitors warm up at first, for two seconds that are not measured. */
export async function runPacedLoad(port, { slugs, links, rate, otherPort }, seconds) {
  const words = [YOUNG, SCRIPT, port, rate, seconds, slugs, links, otherPort ?? ''].map(String);
  const [command, ...args] = [...pinnedTo(1), process.execPath, ...words];
  const { stdout } = await promisify(execFile)(command, args);
  const { requests, redirects, lost, p50, p99, took, bySecond } = JSON.parse(stdout);
  if (lost > 0) console.error(`${lost} connections were closed by the server`);
  const unanswered = rate * seconds - requests;
  // a shared machine may not keep up with the rate: the result is then neither a figure nor a failure
  const isBehind = unanswered > 0;
  return {
    requests,
    rate: requests / took,
    p50: isBehind ? Infinity : p50,
    p99: isBehind ? Infinity : p99,
    failed: requests - redirects,
    redirects,
    bySecond,
    unsure: unanswered,
  };
}
