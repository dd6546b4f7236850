// Runs visitors on 64 keep-alive connections, or as many as the case has, for some seconds: with wrk when it is
// installed, else with autocannon.

import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { pinnedTo } from './pinned-to.mjs';
import { drawSlug } from './draw-slug.mjs';

const CONNECTIONS = 64;
const SCRIPT = fileURLToPath(new URL('visitors.lua', import.meta.url));
export const generator = spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk';

let seed = 1;

async function runWrk(port, { slugs, links, agents = 1, connections = CONNECTIONS }, seconds) {
  const [command, ...args] = [
    ...pinnedTo(1),
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '-s',
    SCRIPT,
    `http://127.0.0.1:${port}`,
    '--',
    slugs,
    String(links),
    String(seed++),
    String(agents),
  ];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout) output += chunk;
  const [, json] = /^result (.*)$/m.exec(output) ?? [];
  if (!json) throw new Error(`wrk said: ${output}`);
  const { requests, micros, p50, p99, broken, refused } = JSON.parse(json);
  return {
    requests,
    rate: (requests / micros) * 1e6,
    p50: p50 / 1_000,
    p99: p99 / 1_000,
    failed: slugs === 'unknown' ? broken : broken + refused,
    redirects: requests - refused,
    unsure: connections,
  };
}

async function runAutocannon(port, { slugs, links, agents = 1, connections = CONNECTIONS }, seconds) {
  let sent = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: `/${drawSlug(slugs, links)}`,
          headers: { ...request.headers, 'user-agent': `Mozilla/5.0 (${sent++ % agents})` },
        }),
      },
    ],
  });
  const refused = result['4xx'] + result['5xx'];
  return {
    requests: result.requests.total,
    rate: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: (slugs === 'unknown' ? 0 : refused) + result.errors + result.timeouts,
    redirects: result['3xx'],
    unsure: connections,
  };
}

/** Resolves with figures. `unsure`: how many requests may have been in flight at the end. */
export const runLoad = generator === 'wrk' ? runWrk : runAutocannon;
