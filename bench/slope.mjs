// `npm run bench:slope [-- minutes, 30]`: runs production's redirector at half of its maximum load, long enough to show
// a leak. Prints memory and open files each minute, and the slope after the first five. Fails from 1 MB a minute on.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LINKS } from './redirector/links.mjs';
import { prepare } from '../services/standalone/bin/prepare.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
/** Not measured: caches fill and code is compiled. */
const SETTLING_MINUTES = 5;
const MAX_MB_PER_MINUTE = 1;
const PROBE_SECONDS = 5;
/** The visitors reconnect for each stretch, so that opening and closing connections is tested too. */
const STRETCH_SECONDS = 10;
const MAX_RATE = 20_000;

/** The slope of `y` over `x` by least squares. */
function slopeOf(points) {
  const mean = (key) => points.reduce((sum, point) => sum + point[key], 0) / points.length;
  const [x, y] = [mean('x'), mean('y')];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
}

async function watch({ port, pid }, { minutes, rate }) {
  const { runPacedLoad } = await import('./redirector/run-paced-load.mjs');
  const { openFilesOfTree, usageOfTree } = await import('./redirector/servers/parts/usage-of-tree.mjs');
  const points = [];
  let sums = { answered: 0, unsure: 0, failed: 0 };
  const began = Date.now();
  for (let told = 0; Date.now() - began < minutes * 60_000;) {
    const load = { slugs: 'zipf', links: LINKS, rate };
    const { redirects, unsure, p99, failed } = await runPacedLoad(port, load, STRETCH_SECONDS);
    sums = {
      answered: sums.answered + redirects,
      unsure: sums.unsure + unsure,
      failed: sums.failed + failed,
    };
    const point = { x: (Date.now() - began) / 60_000, y: usageOfTree(pid).rss / 1e6 };
    points.push(point);
    if (Math.floor(point.x) <= told) continue;
    told = Math.floor(point.x);
    const files = openFilesOfTree(pid);
    console.log(
      `${told} min: ${point.y.toFixed(1)} MB, ${files} open files, ${sums.answered} redirects, ${sums.failed} refused, p99 ${p99.toFixed(2)} ms`,
    );
  }
  return { points, sums };
}

async function main(minutes) {
  await prepare({ root: path.join(HERE, '..') });
  const { startStores } = await import('./redirector/start-stores.mjs');
  const { startProduction } = await import('./redirector/servers/parts/start-production.mjs');
  const { runLoad } = await import('./redirector/run-load.mjs');
  const { compareSums } = await import('./redirector/compare-sums.mjs');
  const stores = await startStores({ links: LINKS, needs: new Set(['redis', 'postgres', 'kafka']) });
  const open = [stores];
  try {
    const redirector = await startProduction({ ...stores.options, isShipping: true });
    open.push(redirector);
    const most = await runLoad(redirector.port, { slugs: 'zipf', links: LINKS }, PROBE_SECONDS);
    const rate = Math.min(MAX_RATE, Math.floor(most.rate / 2));
    console.log(`${most.rate.toFixed(0)} requests/s at most; ${rate}/s for ${minutes} minutes`);
    const { points, sums } = await watch(redirector, { minutes, rate });
    const settled = points.filter(({ x }) => x >= Math.min(SETTLING_MINUTES, minutes / 2));
    const slope = slopeOf(settled);
    console.log(`slope after ${settled[0].x.toFixed(0)} minutes: ${slope.toFixed(2)} MB a minute`);
    const all = { answered: sums.answered + most.redirects, unsure: sums.unsure + most.unsure };
    const server = { ask: () => redirector.check() };
    await compareSums({ title: 'slope', rounds: [] }, server, all);
    if (slope >= MAX_MB_PER_MINUTE) process.exitCode = 1;
  } finally {
    for (const one of open.reverse()) await one.close();
  }
}

await main(Number(process.argv[2] ?? 30));
