// `npm run bench:tenants`: an API as it is deployed, with two tenants. One works quietly. The other does its worst
// within its plan's requests per minute: searches through long links, responses that it does not read, bodies that it
// does not finish, nested bodies, bursts. Prints the effect on the quiet tenant, as ratios of the same run, and the
// API's memory. The exit code is 1 when the quiet tenant is refused anything or the memory is too large. The ratio of
// the p99 is only printed, with whether it is reached. `-- --seconds=20` sets the length of each phase.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../../services/standalone/bin/prepare.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROUNDS = 3;

const secondsOf = (args) =>
  Number(args.find((one) => one.startsWith('--seconds='))?.slice('--seconds='.length) ?? 20);

async function main(seconds) {
  await prepare({ root: path.join(HERE, '..', '..') });
  // imported here, because their imports exist only after prepare
  const { startStores } = await import('./start-stores.mjs');
  const { seedTenants } = await import('./tenants/seed-tenants.mjs');
  const { startDeployedApi } = await import('./tenants/start-deployed-api.mjs');
  const { startQuietTenant } = await import('./tenants/quiet-tenant.mjs');
  const { startGreedyProcess } = await import('./tenants/start-greedy-process.mjs');
  const { faultsOf, printTenants } = await import('./tenants/print-tenants.mjs');
  const { memoryOf } = await import('./memory-of.mjs');
  const open = [];
  const keep = (opened) => (open.push(opened), opened);
  try {
    const stores = keep(await startStores());
    console.error('seeding …');
    const seeded = await seedTenants(stores);
    const api = keep(await startDeployedApi(stores, seeded));
    const rounds = [];
    await startQuietTenant(api, seeded, 5);
    for (let round = 1; round <= ROUNDS; round++) {
      console.error(`round ${round} of ${ROUNDS} …`);
      const greedy = startGreedyProcess(api, seeded);
      const quiet = await startQuietTenant(api, seeded, seconds);
      greedy.attack();
      const beside = await startQuietTenant(api, seeded, seconds);
      const asked = await greedy.stop();
      rounds.push({ quiet, beside, asked, memory: memoryOf(api.pid) });
    }
    printTenants(rounds, { seconds });
    for (const fault of faultsOf(rounds)) {
      console.error(`not reached: ${fault}`);
      process.exitCode = 1;
    }
  } finally {
    for (const opened of open.reverse()) await opened.close();
  }
}

await main(secondsOf(process.argv));
