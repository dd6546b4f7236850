// `npm run bench:cold`: a redirector that starts beside an empty Redis, with visitors of 100,000 links by Zipf, and a
// warm redirector whose Redis is emptied. For each of the first seconds it prints the rate of redirects, as a ratio to
// the warm redirector in the same run, and the latency at a fixed rate; the latency also for a redirector that starts
// beside a Redis that has the links.

import { setTimeout as sleep } from 'node:timers/promises';
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
/** Time until the visitors of `timesOf` have begun, ms. */
const BEGUN_MS = 2_500;
/** Requests a second when latency is measured: a quarter of what one core answers here. */
const RATE = 2_500;
const load = { slugs: 'zipf', links: LINKS };

/** Rates of each second, from the first visitor on. */
async function ratesOf(port) {
  const seconds = [];
  for (let second = 0; second < SECONDS; second++) seconds.push(await runLoad(port, load, 1));
  return seconds;
}

/** Runs against a redirector that has just started. It has looked up some links, those that visitors request least. */
async function runFresh(stores, run) {
  const server = await startServer('kurz', { ...stores.options, linkCache: 'redis', isWarmedUp: true });
  try {
    return await run(server.port);
  } finally {
    await server.close();
  }
}

/** Like runFresh, beside a Redis that has no other links. */
async function runCold(stores, redis, run) {
  await redis.flushall();
  return runFresh(stores, run);
}

const stores = await startStores({ links: LINKS, needs: new Set(['postgres']) });
const { url, close } = await startRedisProcess({ pin: pinnedTo(1) });
stores.options.redisUrl = url;
const redis = new Redis(url);
const bare = await startServer('bare', {});
/** Latencies at a fixed rate, from the first visitor on. */
const timesOf = (port) => runPacedLoad(port, { ...load, rate: RATE, otherPort: bare.port }, SECONDS);
/** The rates of a redirector after its start, and of the same redirector after Redis is emptied. */
const ratesBeforeAndAfter = async (port) => {
  const fresh = await ratesOf(port);
  await redis.flushall();
  return { fresh, emptied: await ratesOf(port) };
};
/** Latencies of a redirector that is warmed up at the same rate before Redis is emptied. */
const timesOfEmptied = () =>
  runFresh(stores, async (port) => {
    await timesOf(port);
    const times = timesOf(port);
    await sleep(BEGUN_MS);
    await redis.flushall();
    return times;
  });
try {
  const rates = [];
  const paced = [];
  const emptied = [];
  const known = [];
  for (let round = 0; round < ROUNDS; round++) {
    rates.push(await runCold(stores, redis, ratesBeforeAndAfter));
    paced.push(await runCold(stores, redis, timesOf));
    known.push(await runFresh(stores, timesOf));
    emptied.push(await timesOfEmptied());
  }
  // each round has its own warm rate: that of the last three seconds before Redis is emptied
  const ratios = rates.map(({ fresh, emptied: after }) => {
    const warm = medianOf(fresh.slice(-3).map(({ rate }) => rate));
    const ofWarm = (seconds) => seconds.map(({ rate }) => rate / warm);
    return { fresh: ofWarm(fresh), emptied: ofWarm(after) };
  });
  const heads = [
    'second',
    'redirects/s of warm',
    'p50 ms',
    'p99 ms',
    'redirects/s of warm, Redis emptied',
    'p99 ms, Redis emptied',
    'p99 ms, Redis warm',
  ];
  console.log(`| ${heads.join(' | ')} |`);
  console.log(`|${heads.map(() => '---').join('|')}|`);
  for (let second = 0; second < SECONDS; second++) {
    const at = (runs, figure) => medianOf(runs.map(figure));
    const cells = [
      second + 1,
      at(ratios, ({ fresh }) => fresh[second]).toFixed(2),
      at(paced, ({ bySecond }) => bySecond[second].p50).toFixed(1),
      at(paced, ({ bySecond }) => bySecond[second].p99).toFixed(1),
      at(ratios, (ratio) => ratio.emptied[second]).toFixed(2),
      at(emptied, ({ bySecond }) => bySecond[second].p99).toFixed(1),
      at(known, ({ bySecond }) => bySecond[second].p99).toFixed(1),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const p50 = medianOf(paced.map((run) => run.p50)).toFixed(1);
  const p99Of = (runs) => medianOf(runs.map(({ p99 }) => p99)).toFixed(1);
  console.log(`| all | | ${p50} | ${p99Of(paced)} | | ${p99Of(emptied)} | ${p99Of(known)} |`);
  const loads = rates.flatMap(({ fresh, emptied: after }) => [...fresh, ...after]);
  const failed = [...loads, ...paced, ...emptied, ...known].reduce((sum, run) => sum + run.failed, 0);
  console.log(`${failed} requests were not redirected`);
  console.log(`${LINKS} links, ${ROUNDS} rounds, medians; answers are timed at ${RATE} a second`);
} finally {
  redis.disconnect();
  await bare.close();
  await close();
  await stores.close();
}
