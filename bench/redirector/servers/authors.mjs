// Authors beside the visitors: a real API over PostgreSQL and Redis, with a given rate of POST /urls for a given time.
// Each link is visited once as soon as the API has answered, and must redirect at once.

import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtInPlans } from '@kurz/api';
import { makeApi } from '@kurz/api/make-api';
import { openClickHouse } from '@kurz/click-tables';
import { openDatabase } from '@kurz/database';
import { makeRedisLinkCache } from '@kurz/link-cache';
import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { TOKEN_PEPPER } from '../stores/fill-postgres.mjs';
import { answerBench } from './parts/answer-bench.mjs';

const TURN_MS = 10;
const { postgres, redisUrl, token, visitorsPort, rate } = JSON.parse(process.argv[2]);
const business = { ...builtInPlans.business, requestsPerMinute: 1e9, linksPerMonth: 1e9 };
const redis = openRedis(redisUrl, { log: silentLog, name: 'bench-authors' }, { commandTimeoutMs: 2_000 });
const api = makeApi(
  {
    db: openDatabase(postgres).db,
    // no stats are read here
    clickHouses: [openClickHouse({ kind: 'server', url: 'http://127.0.0.1:9', database: 'none' })],
    linkCache: makeRedisLinkCache({ redis, log: silentLog, clock: systemClock }),
    liveClicks: makeMemoryLiveClicks({ clock: systemClock }),
    clock: systemClock,
    log: silentLog,
    metrics: makeMetrics(),
  },
  { tokenPepper: TOKEN_PEPPER, plans: { ...builtInPlans, business } },
);
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
let made = 0;

async function makeLink(apiPort) {
  const url = `https://shop.example/new/${++made}`;
  const answer = await fetch(`http://127.0.0.1:${apiPort}/v1/urls`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url }),
  });
  if (!answer.ok) throw new Error(`POST /urls answered ${answer.status}: ${await answer.text()}`);
  const { slug } = (await answer.json()).url;
  const visit = await fetch(`http://127.0.0.1:${visitorsPort}/${slug}`, { redirect: 'manual' });
  if (visit.headers.get('location') !== url) throw new Error(`the new link answered ${visit.status}`);
}

async function write(apiPort, seconds) {
  const links = [];
  for (const began = performance.now(); links.length < rate * seconds; await sleep(TURN_MS)) {
    const due = Math.min(rate * seconds, ((performance.now() - began) / 1_000) * rate);
    while (links.length < due) links.push(makeLink(apiPort));
  }
  await Promise.all(links);
  return { redirects: links.length };
}

const server = createServer(api.handle).listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  process.on('disconnect', () => process.exit(0));
  answerBench(port, { write: ({ seconds }) => write(port, seconds) });
});
