// The primary of a Redis that sentinels watch goes away under visitors and changes: each link redirects as it should all
// the while, and the services, whose address names the sentinels, go on with the replica that is promoted.

import { startWatchedRedis, type RedisServer, type WatchedRedis } from '@kurz/backends';
import { makeClosing } from '@kurz/process';
import type { RedirectorProcess } from '../flow/redirector-world';
import { openLinkCache } from '../stores/link-cache/open-link-cache';
import { until } from '../until';
import type { Asked } from './links/askers';
import { linkCacheFaults } from './links/link-cache-faults';
import { makeLinkTruth } from './links/link-truth';
import { openLinkWorld, type LinkApi, type LinkWorld } from './links/link-world';
import { spreadText } from './links/spread-of';
import { startTruthVisitors } from './links/start-truth-visitors';

const LINKS = 100;
const WORKERS = 2;
const LISTENER = /name=kurz-redirector-subscriber .* sub=2 /g;
const VISITORS = { connections: 8, pauseMs: 4 };
/** From the promotion until all changes are published. */
const PUBLISHED_WITHIN_MS = 5_000;
const BEARABLE_MS = 250;

const closing = makeClosing();
const slugs = Array.from({ length: LINKS }, (_, index) => `link-${index}`);
const truth = makeLinkTruth();
let watched: WatchedRedis;
let world: LinkWorld;
let api: LinkApi;
let redirector: RedirectorProcess;

beforeAll(async () => {
  watched = await startWatchedRedis();
  closing.add('redis', watched.close);
  world = await openLinkWorld();
  closing.add('world', world.close);
  const settings = { KURZ_REDIS_URL: watched.urlFor() };
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

const losses: { name: string; lose: (primary: RedisServer) => Promise<void> }[] = [
  { name: 'killed', lose: (primary) => lost(primary, primary.kill) },
  {
    name: 'frozen',
    lose: async (primary) => {
      await lost(primary, () => Promise.resolve(primary.freeze()));
      // one that comes back must not be taken for the primary
      primary.thaw();
    },
  },
];

/** Resolves when another one is the primary. */
async function lost(primary: RedisServer, lose: () => Promise<void>): Promise<void> {
  await lose();
  await until(async () => (await watched.primary()) !== primary, { what: 'a replica is promoted' });
}

test.each(losses)(
  'With its primary $name, links redirect, and changes are published by the next one',
  async ({ name, lose }) => {
    const primary = await watched.primary();
    const visitors = startVisitors();
    await visitors.more(2_000);
    const quiet = times(visitors.answers);
    const begun = performance.now();
    let isOver = false;
    let changes = 0;
    const writer = (async () => {
      for (; !isOver; changes++) await write('PATCH', slugs[changes % LINKS] ?? '', `${name}-${changes}`);
    })();
    await lose(primary);
    const promoted = performance.now();
    const before = changes;
    await until(() => changes > before + 10, { what: 'changes are taken' });
    isOver = true;
    await writer;
    await until(async () => (await waiting()) === 0, { what: 'all is published' });
    const published = performance.now();
    await visitors.more(500);
    await visitors.stop();

    const away = visitors.answers.filter(({ sentAt }) => sentAt > begun);
    process.stderr.write(
      [
        `Primary ${name}: promoted after ${(promoted - begun).toFixed()} ms, ${changes} changes published ${(published - promoted).toFixed()} ms later`,
        `  redirects before      ${spreadText(quiet)}`,
        `  since                 ${spreadText(times(away))}\n`,
      ].join('\n'),
    );
    expect(visitors.faults).toEqual([]);
    expect(times(away).filter((ms) => ms > BEARABLE_MS).length).toBeLessThan(away.length / 100);
    expect(published - promoted).toBeLessThan(PUBLISHED_WITHIN_MS);

    // the promoted server holds what the services wrote since
    const now = await openLinkCache((await watched.primary()).url);
    closing.add('link cache', now.close);
    expect(await linkCacheFaults({ db: world.db, linkCache: now.linkCache }, slugs)).toEqual([]);
    const listeners = async () => String(await now.redis.client('LIST')).match(LISTENER)?.length;
    await until(async () => (await listeners()) === WORKERS, { what: 'each worker hears of changes' });
  },
);
