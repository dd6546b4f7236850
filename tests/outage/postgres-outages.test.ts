// PostgreSQL goes away in several ways in the middle of a storm of writes: links that are known go on, writes are refused
// in time and in words, none is done by half, and all heals by itself.

import { setTimeout as sleep } from 'node:timers/promises';
import type { RedirectorProcess } from '../flow/redirector-world';
import { until } from '../flow/until';
import { startAskers, type Asked } from './links/askers';
import { directoryFaults } from './links/directory-faults';
import { halfDoneWrites } from './links/half-done-writes';
import { makeLinkTruth } from './links/link-truth';
import { openLinkWorld, type LinkApi, type LinkWorld } from './links/link-world';
import { startLinkWriters } from './links/link-writers';
import { watchOwnDelay } from './links/own-delay';
import { spreadText } from './links/spread-of';

const LINKS = 200;
const VISITORS = { connections: 8, pauseMs: 4 };
const WRITERS = 6;
const AWAY_MS = 6_000;
const REFUSED_WITHIN_MS = 3_000;
const HEALED_WITHIN_MS = 5_000;
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
}, 180_000);
afterAll(async () => {
  ownDelay.close();
  await world.close();
});

function startVisitors(next: (asked: number) => string) {
  const answers: Asked[] = [];
  let asked = 0;
  const visitors = startAskers(
    { next: () => `/${next(asked++)}`, onAnswer: (answer) => void answers.push(answer) },
    { port: redirector.port, ...VISITORS },
  );
  const more = (count: number) => {
    const before = answers.length;
    return until('visitors are answered', () => answers.length > before + count);
  };
  return { ...visitors, answers, more };
}

const knownSlug = (asked: number) => slugs[asked % LINKS] ?? '';
const faultsOf = (answers: readonly Asked[]) => answers.flatMap((answer) => truth.faultIn(answer) ?? []);

const areServing = async () => {
  const answers = await Promise.all(apis.map((api) => api.call('GET', '/urls?limit=1')));
  return answers.every(({ status }) => status === 200);
};

async function timeUntil(what: string, isTrue: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  await until(what, isTrue);
  return performance.now() - begun;
}

type Outage = { name: string; begin: () => Promise<void> | void; end: () => Promise<void> };

const outages: Outage[] = [
  { name: 'killed', begin: () => world.postgres.kill(), end: () => world.postgres.restart() },
  { name: 'frozen', begin: () => world.postgres.freeze(), end: () => world.postgres.thaw() },
  {
    name: 'black-holed',
    begin: () => world.postgresProxy.blackHole(),
    end: () => world.postgresProxy.heal(),
  },
];

test.each(outages)(
  'With PostgreSQL $name known links go on, writes are refused within 3 s, none is done by half, and it heals within 5 s',
  async ({ name, begin, end }) => {
    const visitors = startVisitors(knownSlug);
    const writers = startLinkWriters({ apis, truth }, { writers: WRITERS, name });
    await until('writes are taken', () => writers.answers.length > 100);
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
    const directory = { db: world.db, directory: world.directory.directory };
    const appliedAfter = await timeUntil(
      'the directory is right',
      async () => (await directoryFaults(directory, truth.slugs())).length === 0,
    );

    const refused = writers.answers.filter(({ answer }) => answer.status >= 400 || answer.status === 0);
    const away = visitors.answers.filter(({ sentAt }) => sentAt > from && sentAt < to);
    const times = refused.map(({ answer }) => answer.at - answer.sentAt);
    process.stderr.write(
      [
        `PostgreSQL ${name}: ${away.length} redirects meanwhile, ${spreadText(away.map(({ sentAt, at }) => at - sentAt))}`,
        `  ${writers.answers.length} writes, ${refused.length} refused after ${spreadText(times)}`,
        `  healed after ${healedAfter.toFixed()} ms, directory right ${appliedAfter.toFixed()} ms after the storm\n`,
      ].join('\n'),
    );
    expect(faultsOf(visitors.answers)).toEqual([]);
    expect(away.length).toBeGreaterThan(500);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of [...refused.map((each) => each.answer), ...refusedReads]) {
      expect([answer.status, answer.text]).toEqual([503, expect.stringContaining(REFUSAL)]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(answer.at - answer.sentAt).toBeLessThan(REFUSED_WITHIN_MS + ownDelay.longest());
    }
    expect(healedAfter).toBeLessThan(HEALED_WITHIN_MS);
    expect(await halfDoneWrites({ db: world.db, truth })).toEqual([]);
  },
  120_000,
);

test('With Redis and PostgreSQL both away links that workers remember go on, and nothing else is called unknown', async () => {
  const near = startVisitors(knownSlug);
  // both workers come to remember all
  await near.more(8 * LINKS);
  const from = performance.now();
  await Promise.all([world.redis.kill(), world.postgres.kill()]);
  const gone = performance.now();
  const unknown = startVisitors((asked) => `nobody-${asked}`);
  await Promise.all([near.more(2_000), unknown.more(300)]);
  const refused = await Promise.all(apis.map((api) => api.call('GET', '/urls')));
  await Promise.all([near.stop(), unknown.stop()]);
  const meanwhile = near.answers.filter(({ sentAt }) => sentAt > from);
  process.stderr.write(
    [
      `Redis and PostgreSQL away: ${meanwhile.length} redirects, ${spreadText(meanwhile.map(({ sentAt, at }) => at - sentAt))}`,
      `  ${unknown.answers.length} refused, ${spreadText(unknown.answers.map(({ sentAt, at }) => at - sentAt))}\n`,
    ].join('\n'),
  );
  expect(faultsOf(near.answers)).toEqual([]);
  expect(unknown.answers.filter(({ sentAt, status }) => sentAt > gone && status !== 503)).toEqual([]);
  for (const { status, headers } of refused) {
    expect([status, Number(headers.get('retry-after')) >= 1]).toEqual([503, true]);
  }

  await Promise.all([world.redis.restart(), world.postgres.restart()]);
  expect(await timeUntil('both APIs serve again', areServing)).toBeLessThan(HEALED_WITHIN_MS);
  const after = startVisitors((asked) => (asked % 2 ? knownSlug(asked) : 'nobody'));
  await until('nobody is unknown again', () => after.answers.at(-1)?.status === 404, 10_000);
  await sleep(1_000);
  const healed = performance.now();
  await after.more(500);
  await after.stop();
  expect(faultsOf(after.answers.filter(({ sentAt }) => sentAt > healed))).toEqual([]);
}, 120_000);
