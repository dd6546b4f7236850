// `npm run bench:api`: measures the API against a bare Express and pg handler in the same run. `-- --quick` seeds a
// tenth and takes two minutes; a full run takes some twelve. `-- list`: only the cases with that word. Judges no
// number.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../../services/standalone/bin/prepare.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROUNDS = 3;

async function main({ isQuick, word }) {
  await prepare({ root: path.join(HERE, '..', '..') });
  // imported here, because their imports exist only after prepare
  const { startStores } = await import('./start-stores.mjs');
  const { seed, TOKEN_PEPPER } = await import('./seed.mjs');
  const { startApiProcess } = await import('./start-api-process.mjs');
  const { startProcess } = await import('./start-process.mjs');
  const { casesOf } = await import('./cases.mjs');
  const { measure } = await import('./measure.mjs');
  const { memoryOf } = await import('./memory-of.mjs');
  const { printTable } = await import('./print-table.mjs');
  const seconds = isQuick ? 2 : 5;
  const open = [];
  const keep = (opened) => (open.push(opened), opened);
  try {
    const stores = keep(await startStores());
    console.error(`seeding ${isQuick ? 'a tenth' : 'all'} …`);
    const seeded = await seed(stores, isQuick ? 0.1 : 1);
    const { postgresOptions: postgres, clickHouseOptions: clickHouse, redisUrl } = stores;
    const { zoneId } = seeded;
    const given = JSON.stringify({ postgres, clickHouse, redisUrl, tokenPepper: TOKEN_PEPPER, zoneId });
    const api = keep(await startApiProcess(path.join(HERE, 'api-process.mjs'), given));
    const bare = keep(await startProcess([path.join(HERE, 'bare-process.mjs')], [given]));
    const [first, ...others] = casesOf({ api, bare, seeded });
    const cases = [first, ...others.filter(({ name }) => name.includes(word))];
    const results = cases.map((one) => ({ ...one, rounds: [] }));
    for (const one of cases) await measure(one, 1);
    for (let round = 1; round <= ROUNDS; round++) {
      console.error(`round ${round} of ${ROUNDS} …`);
      for (const result of results) result.rounds.push(await measure(result, seconds));
    }
    printTable(results, { seeded, seconds, rounds: ROUNDS });
    const together = cases
      .filter(({ isTogether }) => isTogether)
      .map((one) => ({ ...one, amount: undefined }));
    await Promise.all(together.map((one) => measure(one, 4 * seconds)));
    const { now, peak } = memoryOf(api.pid);
    console.log(
      `\nmemory of the API after all that and ${4 * seconds} s of ${together.map(({ name }) => name).join(', ')} together: ` +
        `${now.toFixed(0)} MB, ${peak.toFixed(0)} MB at most (to reach: < 250 MB)`,
    );
  } finally {
    for (const opened of open.reverse()) await opened.close();
  }
}

const words = process.argv.slice(2);
await main({
  isQuick: words.includes('--quick'),
  word: words.find((each) => !each.startsWith('--')) ?? '',
});
