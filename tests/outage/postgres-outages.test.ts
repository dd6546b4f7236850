// PostgreSQL goes away in several ways in the middle of a storm of writes: known links go on, writes are refused in
// time and with a message, no write is half done, and everything heals by itself.

import { setTimeout as sleep } from 'node:timers/promises';
import type { RedirectorProcess } from '../flow/redirector-world';
import { until } from '../until';
import { startAskers, type Asked } from './links/askers';
import { linkCacheFaults } from './links/link-cache-faults';
import { halfDoneWrites } from './links/half-done-writes';
import { makeLinkTruth } from './links/link-truth';
import { openLinkWorld, type LinkApi, type LinkWorld } from './links/link-world';
import { startLinkWriters } from './links/link-writers';
import { watchOwnDelay } from './links/own-delay';
import { spreadText } from './links/spread-of';

const LINKS = 200;
const VISITORS = { connections: 8, pauseMs: 10 };
const WRITERS = 6;
const AWAY_MS = 6_000;
const HEALED_WITHIN_MS = 5_000;
/** How long redirectors wait for PostgreSQL; below, how much longer an answer may take on a busy machine. */
const SILENCE_MS = 2_500;
const BEARABLE_MS = 2_000;
/** Time in which redirectors probe the silent stores more than once. */
const SILENT_STILL_MS = 3_000;
const REFUSAL = 'The service cannot reach its database at the moment. Please try again shortly.';

let world: LinkWorld;
let redirector: RedirectorProcess;
let apis: readonly [LinkApi, LinkApi];
const truth = makeLinkTruth();
const ownDelay = watchOwnDelay();
const slugs = Array.from({ length: LINKS }, (_, index) => `link-${index}`);

beforeAll(async () => {
  world = await openLinkWorld();
  apis = [await world.startApi(world.proxied), await world.startApi(world.proxied)];
  redirector = await world.startRedirector({ KURZ_WORKERS: '2', ...world.proxied });
  for (const slug of slugs) {
    const url = `https://example.com/${slug}`;
    const taken = truth.asked(slug, url);
    const made = await apis[0].call('POST', '/urls', { slug, url });
    expect(made.status).toBe(201);
    taken(made.at);
  }
});
afterAll(async () => {
  ownDelay.close();
  await world.close();
});

/** `next` gets the number of the visitor's earlier requests. */
function startVisitors(next: (asked: number) => string) {
  const answers: Asked[] = [];
  const asked = Array.from({ length: VISITORS.connections }, () => 0);
  const turnOf = (connection: number) => {
    const turn = asked[connection] ?? 0;
    asked[connection] = turn + 1;
    return turn;
  };
  const visitors = startAskers(
    {
      next: (connection) => `/${next(turnOf(connection))}`,
      onAnswer: (answer) => void answers.push(answer),
    },
    { port: redirector.port, ...VISITORS },
  );
  const more = (count: number) => {
    const before = answers.length;
    return until(() => answers.length > before + count, { what: 'visitors are answered' });
  };
  const eachAsked = (count: number) =>
    until(() => asked.every((turns) => turns > count), { what: 'each visitor is answered' });
  return { ...visitors, answers, more, eachAsked };
}

const knownSlug = (asked: number) => slugs[asked % LINKS] ?? '';
const faultsOf = (answers: readonly Asked[]) => answers.flatMap((answer) => truth.faultIn(answer) ?? []);

const areServing = async () => {
  const answers = await Promise.all(apis.map((api) => api.call('GET', '/urls?limit=1')));
  return answers.every(({ status }) => status === 200);
};

async function timeUntil(what: string, isTrue: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  await until(isTrue, { what: what });
  return performance.now() - begun;
}

type Store = Record<'kill' | 'restart' | 'freeze' | 'thaw', () => Promise<void>>;
type Way = Record<'begin' | 'end', () => Promise<void>>;
type Outage = Way & { name: string };

/** The stores are passed as functions, because they do not exist yet when the outages are listed. */
const wayOf = {
  killed: (store: () => Store): Way => ({ begin: () => store().kill(), end: () => store().restart() }),
  frozen: (store: () => Store): Way => ({ begin: () => store().freeze(), end: () => store().thaw() }),
};

/** `refusedWithin`: seconds. It is longer when nothing answers, because the API then waits for its timeout. */
const outages: (Outage & { refusedWithin: number })[] = [
  { name: 'killed', refusedWithin: 1, ...wayOf.killed(() => world.postgres) },
  { name: 'frozen', refusedWithin: 3, ...wayOf.frozen(() => world.postgres) },
  {
    name: 'black-holed',
    refusedWithin: 3,
    begin: () => Promise.resolve(world.postgresProxy.blackHole()),
    end: () => world.postgresProxy.heal(),
  },
];

test.each(outages)(
  'With PostgreSQL $name known links go on, writes are refused within $refusedWithin s, none is done by half, and it heals within 5 s',
  async ({ name, refusedWithin, begin, end }) => {
    const visitors = startVisitors(knownSlug);
    const writers = startLinkWriters({ apis, truth }, { writers: WRITERS, name });
    await Promise.all([
      visitors.eachAsked(LINKS),
      until(() => writers.answers.length > 100, { what: 'writes are taken' }),
    ]);
    const from = performance.now();
    ownDelay.begin();
    await begin();
    await sleep(AWAY_MS);
    const refusedReads = await Promise.all(apis.map((api) => api.call('GET', '/urls')));
    await end();
    const to = performance.now();
    const healedAfter = await timeUntil('both APIs serve again', areServing);
    await visitors.more(500);
    await Promise.all([visitors.stop(), writers.stop()]);
    const linkCache = { db: world.db, linkCache: world.linkCache };
    const appliedAfter = await timeUntil(
      'the link cache is right',
      async () => (await linkCacheFaults(linkCache, truth.slugs())).length === 0,
    );

    const refused = writers.answers.filter(({ answer }) => answer.status >= 400 || answer.status === 0);
    const away = visitors.answers.filter(({ sentAt }) => sentAt > from && sentAt < to);
    const times = refused.map(({ answer }) => answer.at - answer.sentAt);
    process.stderr.write(
      [
        `PostgreSQL ${name}: ${away.length} redirects meanwhile, ${spreadText(away.map(({ sentAt, at }) => at - sentAt))}`,
        `  ${writers.answers.length} writes, ${refused.length} refused after ${spreadText(times)}`,
        `  healed after ${healedAfter.toFixed()} ms, link cache right ${appliedAfter.toFixed()} ms after the storm\n`,
      ].join('\n'),
    );
    expect(faultsOf(visitors.answers)).toEqual([]);
    expect(away.length).toBeGreaterThan(500);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of [...refused.map((each) => each.answer), ...refusedReads]) {
      expect([answer.status, answer.text]).toEqual([503, expect.stringContaining(REFUSAL)]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(answer.at - answer.sentAt).toBeLessThan(refusedWithin * 1_000 + ownDelay.longest());
    }
    expect(healedAfter).toBeLessThan(HEALED_WITHIN_MS);
    expect(await halfDoneWrites({ db: world.db, truth })).toEqual([]);
  },
);

/** The longest time in which all visitors together got no more than three answers per connection, ms. */
function longestLull(answers: readonly Asked[]): number {
  const times = answers.map(({ at }) => at).sort((a, b) => a - b);
  const apart = 3 * VISITORS.connections;
  return Math.max(...times.slice(apart).map((at, place) => at - (times[place] ?? at)));
}

const outagesOfBoth = (
  [
    ['both killed', 'killed', 'killed'],
    ['both frozen', 'frozen', 'frozen'],
    ['the one killed and the other frozen', 'killed', 'frozen'],
  ] as const
).map(([name, redis, postgres]): Outage => {
  const ways = [wayOf[redis](() => world.redis), wayOf[postgres](() => world.postgres)];
  return {
    name,
    begin: async () => void (await Promise.all(ways.map((way) => way.begin()))),
    end: async () => void (await Promise.all(ways.map((way) => way.end()))),
  };
});

test.each(outagesOfBoth)(
  'With Redis and PostgreSQL away, $name, links that workers remember go on, and nothing else is called unknown',
  async ({ name, begin, end }) => {
    const near = startVisitors(knownSlug);
    // all request one link, so they share a look-up, also one that gets no answer
    const popular = startVisitors(() => slugs[0] ?? '');
    // each worker that has a connection then has all links in its near cache
    await Promise.all([near.eachAsked(LINKS), popular.eachAsked(1)]);
    const from = performance.now();
    await begin();
    const gone = performance.now();
    const unknown = startVisitors((asked) => `nobody-${asked}`);
    await Promise.all([near.more(2_000), popular.more(2_000), unknown.more(300)]);
    await sleep(Math.max(0, gone + SILENCE_MS + SILENT_STILL_MS - performance.now()));
    const refused = await Promise.all(apis.map((api) => api.call('GET', '/urls')));
    await Promise.all([near.stop(), popular.stop(), unknown.stop()]);
    const known = [...near.answers, ...popular.answers];
    const timesOf = (answers: readonly Asked[]) => spreadText(answers.map(({ sentAt, at }) => at - sentAt));
    const meanwhile = known.filter(({ sentAt }) => sentAt > from);
    process.stderr.write(
      [
        `Redis and PostgreSQL, ${name}: ${meanwhile.length} redirects, ${timesOf(meanwhile)}`,
        `  longest lull ${longestLull(near.answers).toFixed()} ms, of one link ${longestLull(popular.answers).toFixed()} ms`,
        `  ${unknown.answers.length} refused, ${timesOf(unknown.answers)}\n`,
      ].join('\n'),
    );
    expect(faultsOf(known)).toEqual([]);
    const afterSilence = known.filter(({ sentAt }) => sentAt > gone + SILENCE_MS + 500);
    expect(afterSilence.filter(({ sentAt, at }) => at - sentAt > BEARABLE_MS)).toEqual([]);
    expect(afterSilence.length).toBeGreaterThan(500);
    expect(longestLull(near.answers)).toBeLessThan(SILENCE_MS + BEARABLE_MS);
    expect(longestLull(popular.answers)).toBeLessThan(SILENCE_MS + BEARABLE_MS);
    expect(unknown.answers.filter(({ sentAt, status }) => sentAt > gone && status !== 503)).toEqual([]);
    for (const { status, headers } of refused) {
      expect([status, Number(headers.get('retry-after')) >= 1]).toEqual([503, true]);
    }

    await end();
    expect(await timeUntil('both APIs serve again', areServing)).toBeLessThan(HEALED_WITHIN_MS);
    const after = startVisitors((asked) => (asked % 2 ? knownSlug(asked) : 'nobody'));
    await until(() => after.answers.at(-1)?.status === 404, { what: 'nobody is unknown again', ms: 10_000 });
    await sleep(1_000);
    const healed = performance.now();
    await after.more(500);
    await after.stop();
    expect(faultsOf(after.answers.filter(({ sentAt }) => sentAt > healed))).toEqual([]);
  },
);
