// `npm run bench:cold`: a redirector that starts beside an empty Redis, under visitors of a Zipf's share of 100,000 links.
// For each of the first seconds: redirects against those of the warm redirector in the same run, and how long an answer
// takes at a fixed rate, there and at a redirector that starts beside a Redis that knows the links.

import { Redis } from 'ioredis';
import { startRedisProcess } from '../redis-process.mjs';
import { LINKS } from './links.mjs';
import { medianOf } from './measure.mjs';
import { pinnedTo } from './pinned-to.mjs';
import { runLoad } from './run-load.mjs';
import { runPacedLoad } from './run-paced-load.mjs';
import { startServer } from './start-server.mjs';
import { startStores } from './start-stores.mjs';

const ROUNDS = 3;
const SECONDS = 10;
/** A second at which answers are timed: a quarter of what one core answers here. */
const RATE = 2_500;
const load = { slugs: 'zipf', links: LINKS };

/** Figures of each second, from the first visitor on. */
async function secondsOf(server, run) {
  const seconds = [];
  for (let second = 0; second < SECONDS; second++) seconds.push(await run(server.port));
  return seconds;
}

/** A redirector that knows nothing. */
async function runFresh(stores, run) {
  const server = await startServer('kurz', { ...stores.options, linkCache: 'redis' });
  try {
    return await secondsOf(server, run);
  } finally {
    await server.close();
  }
}

/** Nothing is known: neither to Redis nor to the redirector. */
async function runCold(stores, redis, run) {
  await redis.flushall();
  return runFresh(stores, run);
}

const stores = await startStores({ links: LINKS, needs: new Set(['postgres']) });
const { url, close } = await startRedisProcess({ pin: pinnedTo(1) });
stores.options.redisUrl = url;
const redis = new Redis(url);
try {
  const rates = [];
  const paced = [];
  const known = [];
  for (let round = 0; round < ROUNDS; round++) {
    rates.push(await runCold(stores, redis, (port) => runLoad(port, load, 1)));
    const atRate = (port) => runPacedLoad(port, { ...load, rate: RATE }, 1);
    paced.push(await runCold(stores, redis, atRate));
    known.push(await runFresh(stores, atRate));
  }
  // each round has its own warm rate: that of its last three seconds
  const ratios = rates.map((seconds) => {
    const warm = medianOf(seconds.slice(-3).map(({ rate }) => rate));
    return seconds.map(({ rate }) => rate / warm);
  });
  console.log('| second | redirects/s of warm | p50 ms | p99 ms | p99 ms, Redis warm | not redirected |');
  console.log('|--------|---------------------|--------|--------|--------------------|----------------|');
  for (let second = 0; second < SECONDS; second++) {
    const at = (runs, figure) => medianOf(runs.map((run) => figure(run[second])));
    const failed = [...rates, ...paced, ...known].reduce((sum, run) => sum + run[second].failed, 0);
    const cells = [
      second + 1,
      at(ratios, (ratio) => ratio).toFixed(2),
      at(paced, ({ p50 }) => p50).toFixed(1),
      at(paced, ({ p99 }) => p99).toFixed(1),
      at(known, ({ p99 }) => p99).toFixed(1),
      failed,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  console.log(`${LINKS} links, ${ROUNDS} rounds, medians; answers are timed at ${RATE} a second`);
} finally {
  redis.disconnect();
  await close();
  await stores.close();
}
