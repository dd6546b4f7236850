// Starts one ingester process over a backlog and waits until its three consumers have counted all of it. Returns rates
// and CPU time; with a profile folder, the process also writes a CPU profile.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('./measured-ingester.mjs', import.meta.url));
const CONSUMERS = ['consolidate', 'hits', 'live'];
const PROFILE_MICROS = '500';
/** The flags of Compose and Kubernetes. */
const ARGUMENTS = ['--max-semi-space-size=32'];

export async function runIngester({ environment, visits, profileFolder, timeoutMs }) {
  const profile = profileFolder
    ? ['--cpu-prof', '--cpu-prof-dir', profileFolder, '--cpu-prof-interval', PROFILE_MICROS]
    : [];
  const child = fork(PROCESS, [], {
    env: { ...process.env, ...environment },
    execArgv: [...ARGUMENTS, ...profile],
  });
  const exit = once(child, 'exit');
  /** Per consumer: time and count of its first progress and of its latest. */
  const seen = new Map();
  let first;
  let last;
  const counted = new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`not done: ${JSON.stringify(last)}`)), timeoutMs);
    child.once('exit', (code) => reject(new Error(`the ingester ended with ${code}`)));
    child.on('message', (look) => {
      if (look.refused) return reject(new Error(look.refused));
      const at = performance.now();
      first ??= { at, cpu: look.cpu };
      last = look;
      for (const name of CONSUMERS) {
        const n = look.counted[name] ?? 0;
        const before = seen.get(name);
        if (n > 0 && !before) seen.set(name, { begin: at, beganWith: n, end: at, n });
        else if (before && n > before.n) Object.assign(before, { end: at, n });
      }
      if (!CONSUMERS.every((name) => (look.counted[name] ?? 0) >= visits)) return;
      clearTimeout(timeout);
      resolve(undefined);
    });
  });
  try {
    await counted;
    const begin = Math.min(...CONSUMERS.map((name) => seen.get(name).begin));
    const beganWith = Math.max(...CONSUMERS.map((name) => seen.get(name).beganWith));
    const end = Math.max(...CONSUMERS.map((name) => seen.get(name).end));
    return {
      visitsPerSecond: ((visits - beganWith) / (end - begin)) * 1_000,
      cpuPerVisit: (last.cpu - first.cpu) / visits,
      cpuShare: (last.cpu - first.cpu) / 1_000 / (end - begin),
      rssMiB: last.rss / 1024 / 1024,
      secondsOf: Object.fromEntries(CONSUMERS.map((name) => [name, (seen.get(name).end - begin) / 1_000])),
    };
  } finally {
    if (child.exitCode === null && child.signalCode === null) child.send('end');
    await exit;
  }
}
