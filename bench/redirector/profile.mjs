// `node bench/redirector/profile.mjs <case>`: runs one case for some seconds under the CPU profiler, and prints where
// the answering thread spent its time.

import path from 'node:path';
import { LINKS } from './links.mjs';
import { measure } from './measure.mjs';
import { readCases } from './read-cases.mjs';
import { runLoad } from './run-load.mjs';
import { startServer } from './start-server.mjs';
import { startStores } from './start-stores.mjs';

const WARM_UP_SECONDS = 5;
const SECONDS = 6;
const LINES = 40;

function nameOf({ functionName, url, lineNumber }) {
  return `${functionName || '(anonymous)'} ${path.basename(url)}:${lineNumber + 1}`;
}

function printProfile({ nodes, samples, timeDeltas }) {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const own = new Map();
  samples.forEach((id, at) => own.set(names.get(id), (own.get(names.get(id)) ?? 0) + timeDeltas[at]));
  own.delete('(idle) :0');
  const busy = [...own.values()].reduce((sum, each) => sum + each, 0);
  for (const [name, micros] of [...own].sort((a, b) => b[1] - a[1]).slice(0, LINES)) {
    console.log(`${((100 * micros) / busy).toFixed(1).padStart(5)} %  ${name}`);
  }
}

const [key] = process.argv.slice(2);
const wanted = (await readCases({ named: [key], isQuick: false })).find((each) => each.key === key);
const stores = await startStores({ links: LINKS, needs: new Set(wanted.needs) });
const server = await startServer(wanted.server, { ...stores.options, ...wanted.options }, wanted);
const load = { slugs: wanted.slugs, links: wanted.options?.links ?? LINKS };
await runLoad(server.port, wanted.isNear ? { ...load, slugs: 'each' } : load, WARM_UP_SECONDS);
await server.ask('startProfile');
const { cpu, rate } = await measure(server, load, SECONDS);
const profile = await server.ask('stopProfile');
await server.close();
await stores.close();
console.log(
  `${wanted.title}: ${cpu.toFixed(2)} µs a request, ${rate.toFixed(0)} a second, with the profiler on`,
);
printProfile(profile);
