// A Redis Cluster of three primaries with a replica each under visitors and changes: slots move, and primaries go away, one
// or all. Each link redirects as it should all the while, and changes are published on whichever primary has them then.

import { setTimeout as sleep } from 'node:timers/promises';
import { startRedisCluster, type RedisClusterNode, type TestRedisCluster } from '@kurz/backends';
import { makeClosing } from '@kurz/process';
import type { RedirectorProcess } from '../flow/redirector-world';
import { openClusterLinkCache } from '../stores/link-cache/open-cluster-link-cache';
import { until } from '../until';
import type { Asked } from './links/askers';
import { linkCacheFaults } from './links/link-cache-faults';
import { makeLinkTruth } from './links/link-truth';
import { openLinkWorld, type LinkApi, type LinkWorld } from './links/link-world';
import { spreadOf, spreadText } from './links/spread-of';
import { startTruthVisitors } from './links/start-truth-visitors';

const LINKS = 300;
const WORKERS = 2;
const LISTENER = /name=kurz-redirector-subscriber .* sub=2 /g;
const VISITORS = { connections: 8, pauseMs: 4 };
/** Longer than nodes take to call each other gone. */
const AWAY_MS = 4_000;
/** From the promotion until all changes are published. */
const PUBLISHED_WITHIN_MS = 5_000;
/** Of all redirects since the trouble began; a busy machine may need twice what it needed before. */
const P99_MS = 50;

const closing = makeClosing();
const slugs = Array.from({ length: LINKS }, (_, index) => `link-${index}`);
const truth = makeLinkTruth();
let cluster: TestRedisCluster;
let world: LinkWorld;
let api: LinkApi;
let redirector: RedirectorProcess;

beforeAll(async () => {
  cluster = await startRedisCluster();
  closing.add('redis', cluster.close);
  world = await openLinkWorld();
  closing.add('world', world.close);
  const settings = { KURZ_REDIS_URL: cluster.url };
  api = await world.startApi(settings);
  redirector = await world.startRedirector({ KURZ_WORKERS: String(WORKERS), ...settings });
  for (const slug of slugs) await write('POST', slug, 'first');
});
afterAll(() => closing.close());

async function write(method: 'POST' | 'PATCH', slug: string, name: string): Promise<void> {
  const url = `https://example.com/${slug}/${name}`;
  const taken = truth.asked(slug, url);
  const answer =
    method === 'POST'
      ? await api.call('POST', '/urls', { slug, url })
      : await api.call('PATCH', `/urls/${slug}`, { url });
  expect([slug, answer.status]).toEqual([slug, method === 'POST' ? 201 : 200]);
  taken(answer.at);
}

function startVisitors() {
  let asked = 0;
  const next = () => `/${slugs[asked++ % LINKS]}`;
  return startTruthVisitors({ truth, next }, { port: redirector.port, ...VISITORS });
}

const waiting = async () => (await world.db.selectFrom('link_changes').select('id').execute()).length;
const times = (answers: readonly Asked[]) => answers.map(({ sentAt, at }) => at - sentAt);

async function replaced(primary: RedisClusterNode, lose: () => Promise<void> | void): Promise<void> {
  await lose();
  await until(
    async () => {
      const primaries = await cluster.primaries();
      return primaries.length === 3 && !primaries.includes(primary);
    },
    { what: 'a replica is promoted' },
  );
}

async function primaryAt(place: number): Promise<RedisClusterNode> {
  const primary = (await cluster.primaries())[place];
  if (!primary) throw new Error('there is no such primary');
  return primary;
}

/** `word`: in the destinations of its changes. */
const troubles: { name: string; word: string; run: () => Promise<void> }[] = [
  {
    name: 'slots move to another primary and back',
    word: 'moved',
    run: async () => {
      const [from, to] = await cluster.primaries();
      if (!from || !to) throw new Error('there are no primaries');
      await cluster.reshard(from, to, 3_000);
      await cluster.reshard(to, from, 3_000);
    },
  },
  {
    name: 'all nodes are frozen, and thawed again',
    word: 'silent',
    run: async () => {
      for (const node of cluster.nodes) node.freeze();
      await sleep(AWAY_MS);
      for (const node of cluster.nodes) node.thaw();
      const info = (node: RedisClusterNode) => cluster.ask(node, (redis) => redis.cluster('INFO'));
      const isServing = async (node: RedisClusterNode) =>
        String(await info(node)).includes('cluster_state:ok');
      for (const node of cluster.nodes)
        await until(() => isServing(node).catch(() => false), { what: 'the cluster serves' });
    },
  },
  {
    name: 'a primary is killed',
    word: 'killed',
    run: async () => {
      const primary = await primaryAt(0);
      await replaced(primary, primary.kill);
    },
  },
  {
    name: 'a primary is frozen',
    word: 'frozen',
    run: async () => {
      const primary = await primaryAt(1);
      await replaced(primary, primary.freeze);
      // one that comes back must not be taken for the primary
      primary.thaw();
    },
  },
];

test.each(troubles)('While $name, links redirect, and changes are published', async ({ name, word, run }) => {
  const visitors = startVisitors();
  await visitors.more(2_000);
  const quiet = times(visitors.answers);
  const begun = performance.now();
  let isOver = false;
  let changes = 0;
  const writer = (async () => {
    for (; !isOver; changes++) await write('PATCH', slugs[changes % LINKS] ?? '', `${word}-${changes}`);
  })();
  await run().catch(async (error: unknown) => {
    isOver = true;
    await writer;
    throw error;
  });
  const over = performance.now();
  const before = changes;
  await until(() => changes > before + 10, { what: 'changes are taken' });
  isOver = true;
  await writer;
  await until(async () => (await waiting()) === 0, { what: 'all is published' });
  const published = performance.now();
  await visitors.more(2_000);
  await visitors.stop();

  const since = visitors.answers.filter(({ sentAt }) => sentAt > begun);
  process.stderr.write(
    [
      `While ${name}: ${(over - begun).toFixed()} ms, ${changes} changes published ${(published - over).toFixed()} ms later`,
      `  redirects before      ${spreadText(quiet)}`,
      `  since                 ${spreadText(times(since))}\n`,
    ].join('\n'),
  );
  expect(visitors.faults).toEqual([]);
  expect(spreadOf(times(since)).p99).toBeLessThan(Math.max(P99_MS, 2 * spreadOf(quiet).p99));
  expect(published - over).toBeLessThan(PUBLISHED_WITHIN_MS);

  // the primaries hold what the services wrote since
  const now = await openClusterLinkCache(cluster.url);
  expect(await linkCacheFaults({ db: world.db, linkCache: now.linkCache }, slugs)).toEqual([]);
  await now.close();
  const listeners = async (node: RedisClusterNode) =>
    String(await cluster.ask(node, (redis) => redis.client('LIST'))).match(LISTENER)?.length;
  for (const primary of await cluster.primaries())
    await until(async () => (await listeners(primary)) === WORKERS, {
      what: 'each worker hears of changes at each primary',
    });
});
