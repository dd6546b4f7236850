import { openTestRedis, type SharedRedis } from '@kurz/backends';
import { makeRedisLiveClicks } from '@kurz/live-clicks';
import Redis from 'ioredis';
import { additionOf, DAY_MS, hostNames, LINK, NOON, TODAY, YESTERDAY } from './live-addition';

let server: SharedRedis;
let redis: Redis;
let commands: string[];
beforeAll(async () => {
  server = await openTestRedis();
  redis = new Redis(server.url, { lazyConnect: true });
  await redis.connect();
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    commands.push(command.name);
    return send(command, stream);
  };
});
beforeEach(async () => {
  commands = [];
  await redis.flushall();
});
afterAll(async () => {
  redis.disconnect();
  await server.close();
});

const openLive = async () => {
  const live = makeRedisLiveClicks({ redis, clock: { now: () => NOON } });
  await live.seed({ partition: 0, position: 0, additions: [] });
  return live;
};

test('a day’s keys end with the day after it', async () => {
  const live = await openLive();
  const additions = [YESTERDAY, TODAY].map((day) => additionOf(2, { day }, hostNames(2)));
  await live.add({ partition: 0, from: 0, to: 1, additions });
  await live.seed({ partition: 1, position: 0, additions: [additionOf(1, { day: TODAY, linkId: 'lnk_2' })] });
  const hoursLeft = async (day: string) => {
    const keys = (await redis.keys(`*${day}*`)).sort();
    return Promise.all(keys.map(async (key) => Math.round((await redis.pttl(key)) / (DAY_MS / 24))));
  };
  // it is noon, and keys live an hour longer, because clocks differ
  expect(await hoursLeft(YESTERDAY)).toEqual([13, 13]);
  expect(await hoursLeft(TODAY)).toEqual([37, 37, 37]);
});

test('seeds that fail again and again leave what one of them has stored, and the next that ends well nothing', async () => {
  const live = await openLive();
  async function* brokenOff() {
    yield [additionOf(5)];
    await Promise.resolve();
    throw new Error('the answer broke off');
  }
  const day = `kurz:live:day:${TODAY}:${LINK.linkId}`;
  for (let seed = 0; seed < 15; seed++) {
    await expect(live.seed({ partition: 1, position: 7, additions: brokenOff() })).rejects.toThrow(
      'broke off',
    );
    expect(await redis.hlen(day)).toBe(1);
    expect(await live.read(LINK, [TODAY])).toEqual([]);
  }
  await live.seed({ partition: 1, position: 7, additions: [additionOf(5)] });
  expect(await redis.hlen(day)).toBe(1);
  expect((await live.read(LINK, [TODAY]))[0]?.requests).toBe(6);
  // no seed removes counts that another partition has brought, or that are read
  await live.seed({ partition: 0, position: 3, additions: [additionOf(2)] });
  await expect(live.seed({ partition: 1, position: 9, additions: brokenOff() })).rejects.toThrow('broke off');
  await expect(live.seed({ partition: 1, position: 9, additions: brokenOff() })).rejects.toThrow('broke off');
  expect((await live.read(LINK, [TODAY]))[0]?.requests).toBe(9);
});

test('an erased link leaves no key, and no key is looked for', async () => {
  const live = await openLive();
  const additions = [YESTERDAY, TODAY, '2026-03-03'].map((day) => additionOf(3, { day }, hostNames(3)));
  await live.add({ partition: 0, from: 0, to: 1, additions });
  await live.add({ partition: 0, from: 1, to: 2, additions: [additionOf(1, { linkId: 'lnk_2' })] });
  expect(await redis.keys(`*${LINK.linkId}`)).toHaveLength(6);
  commands = [];
  await live.erase(LINK.linkId);
  expect(commands).toEqual(['del']);
  expect(await redis.keys(`*${LINK.linkId}`)).toEqual([]);
  expect((await live.read({ ...LINK, linkId: 'lnk_2' }, [TODAY]))[0]?.requests).toBe(2);
});

test('a link that is erased while a batch is on its way does not come back with what it had', async () => {
  const live = await openLive();
  await live.add({ partition: 0, from: 0, to: 1, additions: [additionOf(50)] });
  const send = redis.evalsha.bind(redis);
  const evalsha = jest.spyOn(redis, 'evalsha');
  let calls = 0;
  // the batch's commands are: claim, prepare, stage, commit
  evalsha.mockImplementation(async (...args: Parameters<typeof send>) => {
    if (++calls === 3) await live.erase(LINK.linkId);
    return send(...args);
  });
  await live.add({
    partition: 0,
    from: 1,
    to: 2,
    additions: [additionOf(1), additionOf(1, { linkId: 'lnk_2' })],
  });
  evalsha.mockRestore();
  expect(await live.read(LINK, [TODAY])).toEqual([]);
  expect(await live.position(0)).toBe(2);
  expect(await live.read({ ...LINK, linkId: 'lnk_2' }, [TODAY])).toHaveLength(1);
});

test('stats are read in one round trip', async () => {
  const live = await openLive();
  await live.add({ partition: 0, from: 0, to: 1, additions: [additionOf(1)] });
  const writes = jest.spyOn(redis.stream, 'write');
  expect(await live.read(LINK, [YESTERDAY, TODAY])).toHaveLength(1);
  expect(writes).toHaveBeenCalledTimes(1);
  writes.mockRestore();
});
