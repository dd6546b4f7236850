// Four workers answer a link as fast as they can while it is deleted, edited or paused. Measures how long after the
// API's answer a request may still be sent and get the old state. Requests in flight at the answer do not count.
//
// 20 rounds of each change, 100 with KURZ_LONG_TESTS=1. tests/stores/redirector-redis/link-cache-forgets.slow.test.ts
// shows 1,000 times that a slow read of PostgreSQL that races a deletion does not bring the link back.

import { setTimeout as sleep } from 'node:timers/promises';
import type { RedirectorProcess } from '../flow/redirector-world';
import { until } from '../until';
import { startAskers, type Asked } from './links/askers';
import { openLinkWorld, type LinkApi, type LinkWorld } from './links/link-world';
import { watchOwnDelay } from './links/own-delay';
import { spreadText } from './links/spread-of';
import { changes, watchChanges, type ChangeWatch } from './links/watch-changes';
import { ifLong } from './long-tests';

const ROUNDS = ifLong(100, 20);
const WORKERS = 4;
const CONNECTIONS = 32;
/** How long visitors go on sending requests after a change. */
const AFTER_MS = 250;
const SEEN_WITHIN_MS = 50;
const SEEN_CUT_OFF_MS = 3_000;
/** When the measuring process is blocked for longer than this, its result is inconclusive. */
const CAN_TELL_MS = 20;
const REPEATS = 5;
const PAUSE_MS = 10;

let world: LinkWorld;
let api: LinkApi;
let redirector: RedirectorProcess;
let watch: ChangeWatch;
const ownDelay = watchOwnDelay();
let rounds = 0;

beforeAll(async () => {
  world = await openLinkWorld();
  api = await world.startApi();
  redirector = await world.startRedirector({
    KURZ_WORKERS: String(WORKERS),
    KURZ_POSTGRES_CONNECTIONS: '5',
    KURZ_REDIS_URL: world.proxied.KURZ_REDIS_URL,
  });
  watch = watchChanges(redirector.port, api.call);
});
afterAll(async () => {
  await watch.stop();
  await world.close();
  ownDelay.close();
});

const aimAtNewLink = () => watch.aimAt(`seen-${rounds++}`);

test.each(changes)(
  `No request sent later than 50 ms after the answer to a $name sees the old state, in ${ROUNDS} rounds on four workers`,
  async (change) => {
    const delays: number[] = [];
    let repeated = 0;
    const [begun, before] = [performance.now(), watch.answered()];
    while (delays.length < ROUNDS) {
      await aimAtNewLink();
      ownDelay.begin();
      const delay = await watch.lastSeen(change, api.call, AFTER_MS);
      if (delay > SEEN_WITHIN_MS && ownDelay.longest() > CAN_TELL_MS && repeated < REPEATS * ROUNDS)
        repeated++;
      else delays.push(delay);
    }
    const rate = ((watch.answered() - before) / (performance.now() - begun)) * 1_000;
    process.stderr.write(
      `${change.name}: old state last asked for ${spreadText(delays)}, ${repeated} rounds repeated, ${Math.round(rate)} requests/s\n`,
    );
    expect(Math.max(...delays)).toBeLessThanOrEqual(SEEN_WITHIN_MS);
  },
);

/** Closes every connection that subscribes to changes, again and again, until stopped. */
function keepCutting(): { stop: () => Promise<void> } {
  let isStopped = false;
  const cut = async () => {
    for (; !isStopped; await sleep(10))
      await world.redis.onEach((redis) => redis.client('KILL', 'TYPE', 'pubsub'));
  };
  const ended = cut();
  return {
    stop: async () => {
      isStopped = true;
      await ended;
    },
  };
}

const cuts = [
  {
    name: 'in a black hole',
    begin: () => Promise.resolve(world.redisProxy.blackHole()),
    end: () => world.redisProxy.heal(),
  },
  { name: 'ended again and again', begin: () => Promise.resolve(keepCutting()), end: undefined },
];

/** How many links all workers have resolved so far, from their near caches and otherwise. */
async function resolved(): Promise<{ near: number; far: number }> {
  const text = (await redirector.ask('/metrics'))?.text ?? '';
  const counts = { near: 0, far: 0 };
  for (const [, from, count] of text.matchAll(/^kurz_redirector_lookups_total\{from="(\w+)"\} (\d+)$/gm))
    counts[from === 'near' ? 'near' : 'far'] += Number(count);
  return counts;
}

/** A change can only be missed with a trusted near cache: without one every request is looked up. */
async function untilNearCachesAreTrusted(): Promise<void> {
  await until(
    async () => {
      const before = await resolved();
      await sleep(200);
      const after = await resolved();
      return (after.far - before.far) * 100 < after.near - before.near;
    },
    { what: 'all workers trust their near caches' },
  );
}

describe('when changes are not heard of', () => {
  // at full speed for 30 s visitors would show no more, as the limit is 3 s
  beforeAll(async () => {
    await watch.stop();
    watch = watchChanges(redirector.port, api.call, PAUSE_MS);
  });

  test.each(cuts)(
    'With the connections on which changes are heard $name, no request sent later than 3 s sees the old state',
    async ({ name, begin, end }) => {
      const delays: number[] = [];
      for (const change of changes) {
        await aimAtNewLink();
        await untilNearCachesAreTrusted();
        const cutting = await begin();
        try {
          delays.push(await watch.lastSeen(change, api.call, SEEN_CUT_OFF_MS + 1_500));
        } finally {
          await (cutting ? cutting.stop() : end?.());
        }
      }
      process.stderr.write(`changes heard of ${name}: old state last asked for ${spreadText(delays)}\n`);
      expect(Math.max(...delays)).toBeLessThanOrEqual(SEEN_CUT_OFF_MS);
    },
  );
});

test('None of the deleted links has come back on any worker', async () => {
  const deleted = Array.from({ length: ROUNDS }, (_, round) => `seen-${round}`);
  await watch.stop();
  const seen = new Set<string>();
  const back: Asked[] = [];
  const asked = new Map<number, number>();
  const visitors = startAskers(
    {
      next: (connection) => {
        const turn = asked.get(connection) ?? 0;
        asked.set(connection, turn + 1);
        return `/${deleted[turn % deleted.length]}`;
      },
      onAnswer: (answer) => {
        if (answer.status === 404) seen.add(`${answer.path} ${answer.connection}`);
        else back.push(answer);
      },
    },
    { port: redirector.port, connections: CONNECTIONS },
  );
  await until(() => seen.size === deleted.length * CONNECTIONS, { what: 'every visitor has asked for all' });
  await visitors.stop();
  expect(back).toEqual([]);
});
