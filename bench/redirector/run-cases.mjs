// Runs all cases round by round (A B C, A B C), so that other load on the machine affects all of them. Returns the
// figures of each round. Throws when sums do not agree.

import { compareSums } from './compare-sums.mjs';
import { LINKS } from './links.mjs';
import { measure } from './measure.mjs';
import { startServer } from './start-server.mjs';

const WARM_UP_SECONDS = 2;
/** Requests a second of the paced rounds, which measure latency independently of the server's maximum speed. */
const RATE = 20_000;

/** Starts the writers of links beside the visitors, on the visitors' core. */
function startAuthors({ authors }, options, visitorsPort) {
  return authors && startServer('authors', { ...options, ...authors, visitorsPort }, { core: 1 });
}

async function startCase(each, options) {
  const { start = startServer } = each;
  const server = await start(each.server, { ...options, ...each.options }, each);
  const authors = await startAuthors(each, options, server.port);
  const { slugs, agents, rate, connections } = each;
  const load = { slugs, links: each.options?.links ?? LINKS, agents, rate, connections };
  const sums = { answered: 0, unsure: 0 };
  const put = async (given, seconds) => {
    const [figures, written] = await Promise.all([
      measure(server, given, seconds),
      authors?.ask('write', { seconds }),
    ]);
    sums.answered += figures.redirects + (written?.redirects ?? 0);
    sums.unsure += figures.unsure;
    return figures;
  };
  return { ...each, load, server, authors, sums, put, rounds: [] };
}

async function askForEach(run, seconds) {
  const { redirects } = await run.put({ ...run.load, slugs: 'each' }, seconds);
  // the next attempt begins with the first link again
  if (redirects < run.load.links) await askForEach(run, 2 * seconds);
}

async function warmUp(run) {
  const { load, isNear, warmUpSeconds = WARM_UP_SECONDS } = run;
  if (isNear) await askForEach(run, warmUpSeconds);
  else await run.put(load, warmUpSeconds);
  if (run.isAnsweredBy) run.warm = await run.server.ask('check');
}

async function runRound(run, round, seconds) {
  if (round === 0) await warmUp(run);
  // a server is slower after idling, so each round begins with a warm-up
  else await run.put(run.load, 1);
  const figures = await run.put(run.load, seconds);
  const atRate = run.isPaced ? await run.put({ ...run.load, rate: RATE }, seconds) : undefined;
  if (run.settles) await run.server.ask('settle');
  run.rounds.push({ ...figures, atRate });
  process.stderr.write('.');
}

export async function runCases(cases, options, { rounds, seconds }) {
  const runs = [];
  try {
    for (const each of cases) runs.push(await startCase(each, { ...options, links: LINKS }));
    for (let round = 0; round < rounds; round++) for (const run of runs) await runRound(run, round, seconds);
    for (const run of runs) await compareSums(run, run.server, run.sums);
    return runs;
  } finally {
    for (const { server, authors } of runs) {
      await authors?.close();
      await server.close();
    }
  }
}
