// The cases: each builds its next request, and has a number of concurrent connections and a goal. Throughput is
// measured with many connections, the latency of heavy requests with few.

import { rareWordOf, SMALL, SMALL_TAGS, TAGS } from './seed.mjs';

const random = (count) => Math.floor(Math.random() * count);
const json = { 'content-type': 'application/json' };

let made = 0;
const newLink = () => ({ url: `https://shop.example/new/${++made}?utm_source=bench`, title: 'New offer' });

/**
 * `isTogether`: also runs together with the others, to measure the process's memory. `next` returns the path, and for a
 * request other than a GET without a body also method, headers and body. The bare handler comes first.
 */
export function casesOf({ api: { port, pid }, bare, seeded }) {
  const { links, tagged, linkCount, visitedCount } = seeded;
  const api = { port, pid, prefix: '/v1', token: links.token };
  const post = (path, body) => ({ method: 'POST', path, headers: json, body: JSON.stringify(body) });
  const search = (q) => () => ({ path: `/urls?q=${q()}` });
  return [
    {
      name: 'bare express + pg, one select',
      port: bare.port,
      pid: bare.pid,
      prefix: '',
      connections: 16,
      next: () => ({ path: `/urls/link-${random(linkCount)}` }),
    },
    {
      ...api,
      name: 'GET of a link',
      connections: 16,
      isTogether: true,
      isCompared: true,
      goal: '>= 0.5 x bare',
      next: () => ({ path: `/urls/link-${random(linkCount)}` }),
    },
    {
      ...api,
      name: 'POST of a link',
      connections: 16,
      isCompared: true,
      next: () => post('/urls', newLink()),
    },
    {
      ...api,
      name: 'batch of 100',
      connections: 1,
      goal: 'p50 < 60 ms',
      next: () => post('/urls/batch', { links: Array.from({ length: 100 }, newLink) }),
    },
    {
      ...api,
      name: 'search, one link has it',
      connections: 2,
      goal: 'p99 < 50 ms',
      next: search(() => rareWordOf(random(linkCount))),
    },
    { ...api, name: 'search, a tenth has it', connections: 1, next: search(() => 'summer') },
    { ...api, name: 'list without search', connections: 1, next: () => ({ path: '/urls' }) },
    ...[
      { size: SMALL, tagOf: () => `s${random(SMALL_TAGS)}` },
      { size: linkCount / TAGS, tagOf: () => `t${random(TAGS)}` },
      { size: linkCount / 10, tagOf: () => 'wide' },
    ].flatMap(({ size, tagOf }) =>
      ['-created', 'title', '-title', '-hits', 'hits'].map((order) => ({
        ...api,
        name: `list of a tag of ${size} links by ${order}`,
        connections: 1,
        goal: 'p99 < 50 ms',
        next: () => ({ path: `/urls?tag=${tagOf()}&sort=${order}` }),
      })),
    ),
    ...['any', 'all'].flatMap((match) =>
      ['-created', '-title', '-hits'].map((order) => ({
        ...api,
        name: `list of two large tags, ${match}, by ${order}`,
        connections: 1,
        goal: 'p99 < 50 ms',
        next: () => ({ path: `/urls?tag=wide&tag=broad&tagMatch=${match}&sort=${order}` }),
      })),
    ),
    {
      ...api,
      name: 'stats of a link',
      connections: 1,
      goal: 'p99 < 40 ms',
      next: () => ({ path: `/urls/link-${random(visitedCount)}/stats` }),
    },
    // this run's ClickHouse engine answers one query at a time, so this includes the wait
    {
      ...api,
      name: 'stats of a link, four at once',
      connections: 4,
      isTogether: true,
      next: () => ({ path: `/urls/link-${random(visitedCount)}/stats` }),
    },
    {
      ...api,
      token: tagged.token,
      name: 'campaign report',
      connections: 1,
      isTogether: true,
      amount: 7,
      goal: 'p50 < 500 ms',
      next: () => ({ path: '/urls/campaigns' }),
    },
  ];
}
