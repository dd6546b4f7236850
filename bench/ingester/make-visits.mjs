// Makes the visits of a case: a number of links, agents and hosts, drawn evenly or by Zipf. The same seed gives the
// same visits.

import { differentAgents, differentHosts, seenRequests } from './seen-visitors.mjs';

const LANGUAGES = ['en-US', 'de-AT', 'en', 'fr-FR', 'pt-BR', '', 'zh-CN', 'es-419'];
const DAY_MS = 86_400_000;

const idOf = (n) => ((n + 1) * 2_654_435_761).toString(36).padStart(18, 'Kz').slice(0, 18);
export const linkIdOf = (n) => `lnk_${idOf(n)}`;
export const workspaceIdOf = (n) => `ws_${idOf(n % 500)}`;

/** Mulberry32, so that compared runs get the same visits. */
export function makeRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * `agents`, `hosts`: the numbers of different values, drawn evenly; without them a visit takes the values of one of the
 * log's requests. `isEven`: all links are equally likely, the worst case for sums by link; otherwise by Zipf.
 * `end`: the visits are from the 24 hours before that moment.
 */
export function makeVisits({ links, isEven = false, agents, hosts, end }, seed) {
  const random = makeRandom(seed);
  const requests = seenRequests();
  const manyAgents = agents && differentAgents(agents);
  const manyHosts = hosts && differentHosts(hosts);
  const oneOf = (list) => list[Math.floor(random() * list.length)];
  const drawLink = () =>
    isEven ? Math.floor(random() * links) : Math.floor(Math.exp(random() * Math.log(links + 1))) - 1;

  return () => {
    const link = drawLink();
    const { network, method, referrerHost, userAgent } = oneOf(requests);
    return {
      time: Math.floor(end - random() * DAY_MS),
      workspaceId: workspaceIdOf(link),
      linkId: linkIdOf(link),
      isScan: random() < 0.1,
      method,
      purpose: '',
      userAgent: manyAgents ? oneOf(manyAgents) : userAgent,
      referrerHost: manyHosts ? oneOf(manyHosts) : referrerHost,
      language: oneOf(LANGUAGES),
      network,
    };
  };
}
