// `npm run bench [-- --quick] [--json] [--unpaced] [case …]`: how fast the redirector answers, beside servers that do
// less or do it in another way. `--json`: the last line is an object with the ratios to the bare server and the
// machine. `--unpaced`: without the rounds at a steady rate.

import { LINKS } from './links.mjs';
import { contextOf, printTable, ratiosOf } from './print-table.mjs';
import { printGoals } from './print-goals.mjs';
import { readCases } from './read-cases.mjs';
import { runCases } from './run-cases.mjs';
import { startStores } from './start-stores.mjs';

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isQuick = flags.includes('--quick');
const plan = isQuick ? { rounds: 3, seconds: 3 } : { rounds: 5, seconds: 5 };

const read = await readCases({ named, isQuick });
const cases = flags.includes('--unpaced') ? read.map((each) => ({ ...each, isPaced: false })) : read;
const stores = await startStores({ links: LINKS, needs: new Set(cases.flatMap(({ needs = [] }) => needs)) });
try {
  const results = await runCases(cases, stores.options, plan);
  const context = contextOf(plan);
  printTable(results, context);
  printGoals(results);
  if (flags.includes('--json')) {
    const [bare] = results;
    const ratios = Object.fromEntries(results.map((result) => [result.key, ratiosOf(result, bare).rate]));
    const cpuRatios = Object.fromEntries(results.map((result) => [result.key, ratiosOf(result, bare).cpu]));
    console.log(JSON.stringify({ ratios, cpuRatios, context }));
  }
} finally {
  await stores.close();
}
