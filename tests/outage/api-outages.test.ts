// APIs are killed in the middle of changes, change one link concurrently, and withdraw people's access. Committed
// changes reach the link cache, all see them in one order, and access ends with the answer to its withdrawal.

import { setTimeout as sleep } from 'node:timers/promises';
import { createWorkspace } from '@kurz/api';
import type { RedirectorProcess } from '../flow/redirector-world';
import { until } from '../until';
import { SHARED_ZONE } from '../stores/redirector/stored-links';
import { startAskers, type Asked } from './links/askers';
import { linkCacheFaults } from './links/link-cache-faults';
import { makeLinkTruth } from './links/link-truth';
import { openLinkWorld, type LinkApi, type LinkWorld } from './links/link-world';
import { startLinkWriters } from './links/link-writers';
import { addMemberWithToken, signInAdmin } from './links/signed-in-admin';
import { spreadText } from './links/spread-of';

const WRITERS = 8;
const KILLS = 4;
const RIGHT_WITHIN_MS = 2_000;
const EDITS = 40;
const ROUNDS = 5;
const CALLERS = 8;
/** Requests per round after somebody's access was withdrawn. */
const CALLS_AFTER = 300;
/** With it the requests of a round take a second. */
const CALLER_PAUSE_MS = 20;

let world: LinkWorld;
let redirector: RedirectorProcess;
const truth = makeLinkTruth();

beforeAll(async () => {
  world = await openLinkWorld();
  redirector = await world.startRedirector({ KURZ_WORKERS: '2' });
});
afterAll(() => world.close());

/** Resolves when no change is pending and the link cache agrees with every link; with how long that took, ms. */
async function timeUntilRight(): Promise<number> {
  const begun = performance.now();
  const places = { db: world.db, linkCache: world.linkCache };
  await until(async () => (await linkCacheFaults(places, truth.slugs())).length === 0, {
    what: 'the link cache is right',
  });
  return performance.now() - begun;
}

const waitingChanges = async () => (await world.db.selectFrom('link_changes').select('id').execute()).length;

/** Kills the API while it commits changes that do not reach Redis. Resolves with the number of pending changes. */
async function killBetweenCommitAndPublish(api: LinkApi, name: string): Promise<number> {
  const writers = startLinkWriters({ apis: [api], truth }, { writers: WRITERS, name });
  await until(() => writers.answers.length > 50, { what: 'changes are taken' });
  world.redisProxy.blackHole();
  await until(async () => (await waitingChanges()) >= WRITERS / 2, { what: 'changes wait' });
  api.process.kill('SIGKILL');
  await api.ended;
  await writers.stop();
  await world.redisProxy.heal();
  return waitingChanges();
}

test(`Killed ${KILLS} times between commit and link cache, an API has the link cache right within 2 s of its next start`, async () => {
  const times: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const api = await world.startApi({ KURZ_REDIS_URL: world.proxied.KURZ_REDIS_URL });
    const waiting = await killBetweenCommitAndPublish(api, `killed-${kill}`);
    expect(waiting).toBeGreaterThan(0);
    const next = await world.startApi();
    times.push(await timeUntilRight());
    await next.close();
  }
  process.stderr.write(`link cache right after the next start: ${spreadText(times)}\n`);
  expect(Math.max(...times)).toBeLessThan(RIGHT_WITHIN_MS);
});

test('What a killed API has left another one carries to the link cache within 2 s', async () => {
  const other = await world.startApi();
  const api = await world.startApi({ KURZ_REDIS_URL: world.proxied.KURZ_REDIS_URL });
  const writers = startLinkWriters({ apis: [api], truth }, { writers: WRITERS, name: 'left' });
  await until(() => writers.answers.length > 50, { what: 'changes are taken' });
  world.redisProxy.delay(100);
  await sleep(500);
  api.process.kill('SIGKILL');
  await api.ended;
  await writers.stop();
  const time = await timeUntilRight();
  await world.redisProxy.heal();
  process.stderr.write(`link cache right by the other API: ${time.toFixed()} ms\n`);
  expect(time).toBeLessThan(RIGHT_WITHIN_MS);
  await other.close();
});

/** The version of a link after an edit, which the answer's entity tag begins with. */
const versionIn = (headers: Headers) => Number(/^"(\d+)-/.exec(headers.get('etag') ?? '')?.[1]);

test('Two APIs that change one link at once agree on an order, which every visitor sees and the link cache ends', async () => {
  const apis = [await world.startApi(), await world.startApi()];
  const url = 'https://example.com/contested';
  const made = await apis[0]?.call('POST', '/urls', { slug: 'contested', url });
  expect(made?.status).toBe(201);
  const versions = new Map([[url, 0]]);
  const answers: Asked[] = [];
  const visitors = startAskers(
    { next: () => '/contested', onAnswer: (answer) => void answers.push(answer) },
    { port: redirector.port, connections: 8, pauseMs: 1 },
  );
  const edit = async (api: LinkApi, writer: string) => {
    for (let turn = 0; turn < EDITS; turn++) {
      const next = `${url}/${writer}-${turn}`;
      const answer = await api.call('PATCH', '/urls/contested', { url: next });
      expect(answer.status).toBe(200);
      versions.set(next, versionIn(answer.headers));
    }
  };
  await Promise.all(apis.flatMap((api, place) => ['a', 'b'].map((name) => edit(api, `${name}${place}`))));
  const newest = Math.max(...versions.values());
  const isNewest = ({ location }: Asked) => versions.get(location) === newest;
  await until(() => answers.slice(-20).every(isNewest), { what: 'visitors see the newest', ms: 3_000 });
  await visitors.stop();

  expect(new Set(versions.values()).size).toBe(versions.size);
  const goneBack = answers.filter(({ connection, location, at }, place) => {
    const before = answers.slice(0, place).findLast((each) => each.connection === connection);
    return before && at > before.at && (versions.get(location) ?? -1) < (versions.get(before.location) ?? -1);
  });
  expect(goneBack).toEqual([]);
  const seen = new Set(answers.map(({ location }) => location));
  process.stderr.write(`${answers.length} visits saw ${seen.size} of ${versions.size} states in one order\n`);
  expect(seen.size).toBeGreaterThan(2);
  const entry = await world.linkCache.get({ zoneId: SHARED_ZONE, slug: 'contested' });
  expect(entry?.version).toBe(newest);
  await Promise.all(apis.map((api) => api.close()));
});

type Leaver = { id: string; secret: string };
const departures = [
  {
    name: 'A token that is revoked',
    add: (workspaceId: string): Promise<Leaver> => world.addToken(workspaceId),
    path: ({ id }: Leaver) => `/tokens/${id}`,
    status: 200,
  },
  {
    name: 'A member who is removed',
    add: (workspaceId: string): Promise<Leaver> => addMemberWithToken(world, workspaceId),
    path: ({ id }: Leaver) => `/members/${id}`,
    status: 204,
  },
];

describe('under load on two APIs', () => {
  let apis: LinkApi[];
  let workspaceId: string;
  beforeAll(async () => {
    const workspace = {
      name: 'Left',
      ownerEmail: 'test@example.com',
      plan: 'team',
      isYearly: false,
    } as const;
    const made = await createWorkspace(world.db, workspace);
    if (made.kind !== 'created') throw new Error(`the setup ended with ${made.kind}`);
    ({ workspaceId } = made);
    apis = [await world.startApi(), await world.startApi()];
  });
  afterAll(() => Promise.all(apis.map((api) => api.close())));

  test.each(departures)(
    `$name gets nothing by a request that was sent after the answer, in ${ROUNDS} rounds`,
    async ({ name, add, path, status }) => {
      const [first] = apis;
      if (!first) throw new Error('no API runs');
      const admin = await signInAdmin(world, workspaceId, first);
      let [before, after] = [0, 0];
      for (let round = 0; round < ROUNDS; round++) {
        const leaver = await add(workspaceId);
        const answers: Asked[] = [];
        const callers = apis.map(({ origin }) => {
          const { port, host } = new URL(origin);
          const headers = {
            Host: host,
            Authorization: `Bearer ${leaver.secret}`,
            'X-Workspace-Id': workspaceId,
          };
          const deps = { next: () => '/v1/zones', onAnswer: (answer: Asked) => void answers.push(answer) };
          const config = { port: Number(port), connections: CALLERS / 2, pauseMs: CALLER_PAUSE_MS, headers };
          return startAskers(deps, config);
        });
        let removed = { status: 0, at: Infinity };
        try {
          await until(() => answers.length > 100, { what: 'both APIs serve' });
          removed = await admin.remove(path(leaver));
          expect(removed.status).toBe(status);
          await until(() => answers.filter(({ sentAt }) => sentAt > removed.at).length > CALLS_AFTER, {
            what: 'callers went on',
          });
        } finally {
          await Promise.all(callers.map((each) => each.stop()));
        }
        const { at } = removed;
        const late = answers.filter(({ sentAt }) => sentAt > at);
        expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThan(50);
        expect(late.filter((answer) => answer.status < 300)).toEqual([]);
        expect(late.filter((answer) => ![401, 403].includes(answer.status))).toEqual([]);
        [before, after] = [before + answers.length - late.length, after + late.length];
      }
      process.stderr.write(`${name}: ${before} requests before the answer, ${after} after it, none served\n`);
    },
  );
});
