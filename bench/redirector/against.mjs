// `npm run bench:against -- <checkout> [case …] [--rounds=40]`: the redirector of this checkout beside the one of another,
// such as a clone of the commit before. Both run in one process each on the same core and take turns by short rounds, so
// that a round's ratio is that of two neighbours. Prints medians of these ratios with their quartiles; judges none.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LINKS } from './links.mjs';
import { measure, medianOf } from './measure.mjs';
import { contextOf } from './print-table.mjs';
import { readCases } from './read-cases.mjs';
import { startServer } from './start-server.mjs';
import { startStores } from './start-stores.mjs';

const SECONDS = 1;
const CASES = ['hot', 'zipf'];

const words = process.argv.slice(2);
const [checkout, ...named] = words.filter((word) => !word.startsWith('--'));
if (!checkout) throw new Error('npm run bench:against -- <path of another checkout, built> [case …]');
const rounds = Number(words.find((word) => word.startsWith('--rounds='))?.slice('--rounds='.length) ?? 40);

const theirs = new URL('bench/redirector/start-server.mjs', `${pathToFileURL(path.resolve(checkout)).href}/`);
const STARTERS = [startServer, (await import(theirs.href)).startServer];

function quartilesOf(ratios) {
  const sorted = [...ratios].sort((a, b) => a - b);
  return [0.25, 0.75].map((share) => sorted[Math.floor(share * (sorted.length - 1))]);
}

async function compare(each, options) {
  const load = { slugs: each.slugs, links: LINKS };
  const servers = [];
  try {
    for (const start of STARTERS)
      servers.push(await start(each.server, { ...options, ...each.options }, each));
    for (const server of servers) await measure(server, { ...load, slugs: 'each' }, each.warmUpSeconds ?? 2);
    for (const server of servers) await measure(server, load, 2);
    const pairs = [];
    for (let round = 0; round < rounds; round++) {
      const pair = [];
      // who comes first changes with each round
      for (const at of round % 2 ? [1, 0] : [0, 1]) pair[at] = await measure(servers[at], load, SECONDS);
      pairs.push(pair);
    }
    for (const figure of ['rate', 'cpu']) {
      const ratios = pairs.map(([ours, other]) => ours[figure] / other[figure]);
      const [low, high] = quartilesOf(ratios);
      console.log(
        `${each.key.padEnd(6)} ${figure.padEnd(5)} ${medianOf(ratios).toFixed(3)} x (quartiles ${low.toFixed(3)}–${high.toFixed(3)})`,
      );
    }
  } finally {
    for (const server of servers) await server.close();
  }
}

const cases = await readCases({ named: named.length > 0 ? named : CASES, isQuick: false });
const stores = await startStores({ links: LINKS, needs: new Set() });
try {
  console.log(JSON.stringify(contextOf({ rounds, seconds: SECONDS })));
  for (const each of cases.filter(({ key }) => key !== 'bare')) await compare(each, stores.options);
} finally {
  await stores.close();
}
