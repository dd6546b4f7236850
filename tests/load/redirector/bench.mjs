// `npm run bench [-- --quick] [--json] [case …]`: how fast the redirector answers, beside servers that do less or do
// it otherwise. `--json`: the last line is one object of ratios to the bare server and what they were measured on.

import { measure } from './measure.mjs';
import { measureAtRate } from './measure-at-rate.mjs';
import { contextOf, printTable, ratiosOf } from './print-table.mjs';
import { readCases } from './read-cases.mjs';
import { runLoad } from './run-load.mjs';
import { startServer } from './start-server.mjs';
import { startStores } from './start-stores.mjs';

const LINKS = 100_000;
const WARM_UP_SECONDS = 2;
/** Requests a second at which the time of an answer is taken apart from how fast the server can be. */
const RATE = 20_000;

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isQuick = flags.includes('--quick');
const plan = isQuick ? { rounds: 3, seconds: 3 } : { rounds: 5, seconds: 5 };

/** What was answered as a redirect is in the journal, visit by visit, or speed was bought with them. */
async function compareSums({ title }, server) {
  const { redirects, visits } = await server.ask('check');
  if (redirects !== visits)
    throw new Error(`${title}: ${redirects} redirects, ${visits} visits in the journal`);
}

async function runCases(cases, options) {
  const runs = [];
  try {
    for (const each of cases) {
      const load = { slugs: each.slugs, links: LINKS };
      const server = await startServer(each.server, { ...options, ...each.options }, each.nodeFlags);
      runs.push({ ...each, load, server, rounds: [] });
    }
    for (let round = 0; round < plan.rounds; round++) {
      for (const run of runs) {
        // an idle server comes back slower: each round is warmed up
        const warmUp = round === 0 ? (run.warmUpSeconds ?? WARM_UP_SECONDS) : 1;
        await runLoad(run.server.port, run.load, warmUp);
        const figures = await measure(run.server, run.load, plan.seconds);
        const atRate = run.isPaced ? await measureAtRate(run.server.port, RATE, plan.seconds) : undefined;
        run.rounds.push({ ...figures, atRate });
        process.stderr.write('.');
      }
    }
    for (const run of runs) await compareSums(run, run.server);
    return runs;
  } finally {
    for (const { server } of runs) await server.close();
  }
}

const cases = await readCases({ named, isQuick });
const stores = await startStores({ links: LINKS, needsRedis: cases.some((each) => each.needsRedis) });
try {
  const results = await runCases(cases, stores.options);
  const context = contextOf(plan);
  printTable(results, context);
  if (flags.includes('--json')) {
    const [bare] = results;
    const ratios = Object.fromEntries(results.map((result) => [result.key, ratiosOf(result, bare).rate]));
    const cpuRatios = Object.fromEntries(results.map((result) => [result.key, ratiosOf(result, bare).cpu]));
    console.log(JSON.stringify({ ratios, cpuRatios, context }));
  }
} finally {
  await stores.close();
}
