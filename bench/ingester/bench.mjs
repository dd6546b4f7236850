// `npm run bench:ingester [-- stages | stream] [-- --visits=3000000] [-- --profile]`: what the ingester's stages cost
// on one core, and how fast one process gets a backlog from Kafka into all three stores. Prints numbers and judges
// none, but throws when a store's sums differ from the backlog's.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../../services/standalone/bin/prepare.mjs';
import { prepareBackends } from '../../tests/prepare-backends.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const WARM_UP_BATCHES = 4;
const ROUNDS = 3;
const BATCHES = 4;
const LINKS = 100_000;
/** So many that the process's first second, before its code is compiled, is a negligible part. */
const VISITS = 3_000_000;

const words = process.argv.slice(2);
const say = (text) => console.error(`${text} …`);

async function benchStages() {
  const { STAGE_CASES } = await import('./stage-cases.mjs');
  const { makeBatches, makeStages } = await import('./run-stages.mjs');
  const { printStages } = await import('./print-stages.mjs');
  const runs = [];
  for (const each of STAGE_CASES) {
    say(`making ${each.name}`);
    runs.push({ ...each, stages: await makeStages(), batches: [] });
  }
  for (let round = 0; round <= ROUNDS; round++) {
    say(round === 0 ? 'warming up' : `round ${round} of ${ROUNDS}`);
    for (const run of runs) {
      // a new batch each time, so that the cache meets new agents as often as in production
      for (const batch of makeBatches(run, round === 0 ? WARM_UP_BATCHES : BATCHES, round + 1)) {
        const measured = run.stages(batch);
        if (round > 0) run.batches.push(measured);
      }
    }
  }
  printStages(runs);
}

async function benchStream() {
  await prepareBackends();
  const { runStream } = await import('./stream/run-stream.mjs');
  const { printStream } = await import('./stream/print-stream.mjs');
  const visits = Number(words.find((word) => word.startsWith('--visits='))?.split('=')[1] ?? VISITS);
  const isProfiled = words.includes('--profile');
  printStream(await runStream({ visits, links: LINKS, isProfiled }, say), { visits, links: LINKS });
}

await prepare({ root: path.join(HERE, '..', '..') });
if (!words.includes('stream')) await benchStages();
if (!words.includes('stages')) await benchStream();
