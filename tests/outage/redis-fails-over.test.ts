// The primary of a Redis that sentinels watch goes away under visitors and changes: each link redirects as it should
// all the while, and the services, whose address names the sentinels, go on with the replica that is promoted.

import { startWatchedRedis, type RedisServer, type WatchedRedis } from '@kurz/backends';
import { makeClosing } from '@kurz/process';
import { openLinkCache } from '../stores/link-cache/open-link-cache';
import { until } from '../until';
import { LISTENER, openTroubledRedis, TROUBLED_WORKERS, type TroubledRedis } from './links/troubled-redis';

const LINKS = 100;
/** Limit from the promotion until all changes are published. */
const PUBLISHED_WITHIN_MS = 5_000;
const BEARABLE_MS = 250;

const closing = makeClosing();
let watched: WatchedRedis;
let troubled: TroubledRedis;

beforeAll(async () => {
  watched = await startWatchedRedis();
  closing.add('redis', watched.close);
  troubled = await openTroubledRedis(watched.urlFor(), LINKS);
  closing.add('world', troubled.close);
});
afterAll(() => closing.close());

const losses: { name: string; lose: (primary: RedisServer) => Promise<void> }[] = [
  { name: 'killed', lose: (primary) => lost(primary, primary.kill) },
  {
    name: 'frozen',
    lose: async (primary) => {
      await lost(primary, () => Promise.resolve(primary.freeze()));
      // when the former primary comes back, it must not be taken for the primary
      primary.thaw();
    },
  },
];

/** Resolves when another server is the primary. */
async function lost(primary: RedisServer, lose: () => Promise<void>): Promise<void> {
  await lose();
  await until(async () => (await watched.primary()) !== primary, { what: 'a replica is promoted' });
}

test.each(losses)(
  'With its primary $name, links redirect, and changes are published by the next one',
  async ({ name, lose }) => {
    const primary = await watched.primary();
    const run = () => lose(primary);
    const { faults, since, publishedMs } = await troubled.endure({
      name: `its primary is ${name}`,
      word: name,
      run,
    });
    expect(faults).toEqual([]);
    expect(since.filter((ms) => ms > BEARABLE_MS).length).toBeLessThan(since.length / 100);
    expect(publishedMs).toBeLessThan(PUBLISHED_WITHIN_MS);

    // the promoted server holds what the services have written since
    const now = await openLinkCache((await watched.primary()).url);
    closing.add('link cache', now.close);
    expect(await troubled.faultsOf(now.linkCache)).toEqual([]);
    const listeners = async () => String(await now.redis.client('LIST')).match(LISTENER)?.length;
    await until(async () => (await listeners()) === TROUBLED_WORKERS, {
      what: 'each worker hears of changes',
    });
  },
);
