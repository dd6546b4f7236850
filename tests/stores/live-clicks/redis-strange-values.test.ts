// A key of live counts holds a value that no ingester has written: of another type, or an unreadable text. A consumer
// goes on by itself, and the counts are exact again.

import { openTestRedis, type SharedRedis } from '@kurz/backends';
import { makeRedisLiveClicks, type LiveClicks } from '@kurz/live-clicks';
import Redis from 'ioredis';
import { additionOf, hostNames, LINK, memoryAt, NOON, sorted, TODAY } from './live-addition';

/** The most steps of `countTo`. Like a consumer's loop, it repeats a failed step from the position that it finds. */
const MAX_STEPS = 10;

const OTHER_LINK = { workspaceId: 'ws_1', linkId: 'lnk_2' };
const BATCHES = [
  [additionOf(2, {}, hostNames(2)), additionOf(4, OTHER_LINK)],
  [additionOf(3, {}, hostNames(3)), additionOf(1, OTHER_LINK)],
];
const PARTITIONS = [0, 1];

let server: SharedRedis;
let redis: Redis;
beforeAll(async () => {
  server = await openTestRedis();
  redis = new Redis(server.url);
});
beforeEach(() => redis.flushall());
afterAll(async () => {
  redis.disconnect();
  await server.close();
});

const openLive = () => makeRedisLiveClicks({ redis, clock: { now: () => NOON } });

/** Counts a partition up to batch `end`. When no position is known, seeds it with the earlier batches. */
async function countTo(live: LiveClicks, partition: number, end: number): Promise<void> {
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    try {
      const position = await live.position(partition);
      if (position === end) return;
      if (position === undefined) {
        const additions = BATCHES.slice(0, end - 1).flat();
        await live.seed({ partition, position: end - 1, additions, replaces: 'nothing' });
      } else {
        const additions = BATCHES[position] ?? [];
        await live.add({ partition, from: position, to: position + 1, additions });
      }
    } catch {
      // the next step asks for the position again
    }
  }
  throw new Error(`partition ${partition} does not come to ${end}`);
}

const DAY = `kurz:live:day:${TODAY}:${LINK.linkId}`;
const HOSTS = `kurz:live:hosts:${TODAY}:${LINK.linkId}`;
const fieldOf = async (partition: number) => {
  const state = (await redis.hget('kurz:live:positions', String(partition))) ?? '';
  return `${partition}.${state.slice(0, state.lastIndexOf(':'))}`;
};
const setField = async (text: string) => redis.hset(DAY, await fieldOf(0), text);

test.each<[string, () => Promise<unknown>]>([
  ['a string in place of the positions', () => redis.set('kurz:live:positions', 'x')],
  ['a list in place of the claims', () => redis.lpush('kurz:live:claims', 'x')],
  ['a string in place of a link’s day', () => redis.set(DAY, 'x')],
  ['a set in place of a link’s hosts', async () => (await redis.del(HOSTS), redis.sadd(HOSTS, 'x'))],
  ['a position that is none', () => redis.hset('kurz:live:positions', '0', 'x')],
  ['a position without epoch', () => redis.hset('kurz:live:positions', '0', ':1')],
  ['a position that no number holds', () => redis.hset('kurz:live:positions', '0', `x:${'9'.repeat(20)}`)],
  ['counts that are no JSON', () => setField('x')],
  ['counts that are another JSON', () => setField('{"requests":1}')],
  ['counts of nothing but a workspace', () => setField('["ws_1"]')],
])('with %s the counts are exact after the next batch', async (_, spoil) => {
  const live = openLive();
  for (const partition of PARTITIONS) await countTo(live, partition, 1);
  await spoil();
  for (const partition of PARTITIONS) await countTo(live, partition, 2);
  const expected = memoryAt(NOON);
  for (const partition of PARTITIONS)
    await expected.seed({ partition, position: 2, additions: BATCHES.flat() });
  for (const link of [LINK, OTHER_LINK])
    expect(sorted(await live.read(link, [TODAY]))).toEqual(sorted(await expected.read(link, [TODAY])));
});
