// `npm run bench:against -- <checkout> [case …] [--rounds=40]`: compares the redirector of this checkout with that of
// another, such as a clone of the commit before. Each has a process of its own. They share a core and take turns in
// short rounds, so that a ratio compares neighbouring rounds. Prints medians of the ratios with their quartiles; judges
// none.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LINKS } from './links.mjs';
import { medianOf } from './measure.mjs';
import { contextOf } from './print-table.mjs';
import { readCases } from './read-cases.mjs';
import { runCases } from './run-cases.mjs';
import { startStores } from './start-stores.mjs';

const SECONDS = 1;
const CASES = ['hot', 'zipf'];

const words = process.argv.slice(2);
const [checkout, ...named] = words.filter((word) => !word.startsWith('--'));
if (!checkout) throw new Error('npm run bench:against -- <path of another checkout, built> [case …]');
const rounds = Number(words.find((word) => word.startsWith('--rounds='))?.slice('--rounds='.length) ?? 40);

const starter = new URL(
  'bench/redirector/start-server.mjs',
  `${pathToFileURL(path.resolve(checkout)).href}/`,
);
const { startServer: start } = await import(starter.href);

function quartilesOf(ratios) {
  const sorted = [...ratios].sort((a, b) => a - b);
  return [0.25, 0.75].map((share) => sorted[Math.floor(share * (sorted.length - 1))]);
}

function printRatios(key, [ours, theirs]) {
  for (const figure of ['rate', 'cpu']) {
    const ratios = ours.rounds.map((round, at) => round[figure] / theirs.rounds[at][figure]);
    const [low, high] = quartilesOf(ratios).map((ratio) => ratio.toFixed(3));
    console.log(
      `${key.padEnd(6)} ${figure.padEnd(5)} ${medianOf(ratios).toFixed(3)} x (quartiles ${low}–${high})`,
    );
  }
}

const cases = await readCases({ named: named.length > 0 ? named : CASES, isQuick: false });
const stores = await startStores({ links: LINKS, needs: new Set() });
try {
  const plan = { rounds, seconds: SECONDS };
  console.log(JSON.stringify(contextOf(plan)));
  for (const each of cases.filter(({ key }) => key !== 'bare')) {
    const ours = { ...each, isPaced: false };
    const results = await runCases([ours, { ...ours, start }], stores.options, plan);
    process.stderr.write('\n');
    printRatios(each.key, results);
  }
} finally {
  await stores.close();
}
