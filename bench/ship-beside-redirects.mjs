// `node bench/ship-beside-redirects.mjs [millions of visits, 3]`: latency for visitors while production's redirector
// ships a backlog, compared with a redirector that has none. Both start freshly and take turns. Every visit must get
// into Kafka. Judges nothing else.

import os from 'node:os';
import path from 'node:path';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LINKS } from './redirector/links.mjs';
import { prepare } from '../services/standalone/bin/prepare.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROUNDS = 3;
const RATE = 10_000;
const WARM_UP_SECONDS = 2;
const SECONDS = 8;
const LOOK_MS = 250;
const TIMEOUT_MS = 300_000;

/** Waits until `wanted` visits are shipped. Resolves with visits a second. */
async function shipAll(redirector, wanted) {
  const [from, began] = [await redirector.shipped(), performance.now()];
  for (let shipped = from; shipped < wanted; shipped = await redirector.shipped()) {
    if (performance.now() - began > TIMEOUT_MS) throw new Error(`${shipped} of ${wanted} visits shipped`);
    await sleep(LOOK_MS);
  }
  return (wanted - from) / ((performance.now() - began) / 1_000);
}

async function runRound({ startProduction, runPacedLoad, stores, journals }, backlog) {
  const redirector = await startProduction({ ...stores.options, isShipping: true, journals });
  try {
    const load = { slugs: 'hot', links: LINKS, rate: RATE };
    const warm = await runPacedLoad(redirector.port, load, WARM_UP_SECONDS);
    const before = await redirector.shipped();
    const { p50, p99, redirects } = await runPacedLoad(redirector.port, load, SECONDS);
    const during = (await redirector.shipped()) - before;
    const rate = await shipAll(redirector, backlog + warm.redirects + redirects);
    const { redirects: answered, visits } = await redirector.check();
    if (visits !== backlog + answered)
      throw new Error(`${answered} redirects and a backlog of ${backlog}, ${visits} visits in Kafka`);
    return { p50, p99, during: during / SECONDS, after: backlog > 0 ? rate : NaN };
  } finally {
    await redirector.close();
  }
}

async function main(millions) {
  await prepare({ root: path.join(HERE, '..') });
  const { startStores } = await import('./redirector/start-stores.mjs');
  const { startProduction } = await import('./redirector/servers/parts/start-production.mjs');
  const { runPacedLoad } = await import('./redirector/run-paced-load.mjs');
  const { medianOf } = await import('./redirector/measure.mjs');
  const { copyBacklog } = await import('./ship/copy-backlog.mjs');
  const { writeBacklog } = await import('./ship/write-backlog.mjs');
  const root = mkdtempSync(path.join(os.tmpdir(), 'kurz-load-beside-'));
  const stores = await startStores({ links: LINKS, needs: new Set(['redis', 'postgres', 'kafka']) });
  try {
    const visits = Math.round(millions * 1e6);
    console.error(`writing ${visits} visits …`);
    const written = path.join(root, 'backlog');
    await writeBacklog(written, visits);
    const results = [0, visits].map((backlog) => ({ backlog, rounds: [] }));
    for (let round = 1; round <= ROUNDS; round++) {
      for (const { backlog, rounds } of results) {
        const journals = path.join(root, `${round}-${backlog}`);
        mkdirSync(journals);
        // a name that the first worker takes for a journal of its own
        if (backlog > 0) copyBacklog(written, journals, `bench-0-backlog${round}`);
        rounds.push(await runRound({ startProduction, runPacedLoad, stores, journals }, backlog));
        rmSync(journals, { recursive: true, force: true });
        console.error(`round ${round}, backlog ${backlog}: ${JSON.stringify(rounds.at(-1))}`);
      }
    }
    console.log(`\n${RATE} redirects/s, ${ROUNDS} rounds, medians`);
    console.log('backlog    p50 / p99 ms     shipped/s beside redirects, then alone');
    for (const { backlog, rounds } of results) {
      const of = (key, digits) => medianOf(rounds.map((each) => each[key])).toFixed(digits);
      const alone = backlog > 0 ? `, ${of('after', 0)}` : '';
      console.log(
        `${String(backlog).padEnd(10)} ${of('p50', 2)} / ${of('p99', 2)}    ${of('during', 0)}${alone}`,
      );
    }
  } finally {
    await stores.close();
    rmSync(root, { recursive: true, force: true });
  }
}

await main(Number(process.argv[2] ?? 3));
