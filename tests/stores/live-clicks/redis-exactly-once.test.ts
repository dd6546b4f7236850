import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis, type TestRedis } from '@kurz/backends';
import { makeRedisLiveClicks, type LiveClicks } from '@kurz/live-clicks';
import Redis from 'ioredis';
import { additionOf, LINK, NOON, TODAY } from './live-addition';
import { additionsBetween, consume, countsOf, countsUntil } from './visit-stream';

const clock = { now: () => NOON };
const opened: Redis[] = [];
const servers: TestRedis[] = [];

async function open(url: string): Promise<Redis> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, enableOfflineQueue: false });
  redis.on('error', () => undefined);
  opened.push(redis);
  await redis.connect();
  return redis;
}

let server: TestRedis;
beforeAll(async () => servers.push((server = await startRedis())));
afterEach(() => opened.splice(0).forEach((redis) => redis.disconnect()));
afterAll(() => Promise.all(servers.map((one) => one.close())));

const anySize = () => 1 + Math.floor(Math.random() * 60);
const seeded = async (redis: Redis): Promise<LiveClicks> => {
  await redis.flushall();
  const live = makeRedisLiveClicks({ redis, clock });
  await live.seed({ partition: 0, position: 0, additions: [] });
  return live;
};

/** A client whose connection breaks after `after` commands. Redis has still run the last of them. */
async function openBreaking(after: number): Promise<Redis> {
  const redis = await open(server.url);
  const send = redis.sendCommand.bind(redis);
  let sent = 0;
  redis.sendCommand = (command, stream) => {
    const reply = send(command, stream);
    if (++sent !== after) return reply;
    return Promise.resolve(reply).then(() => {
      redis.disconnect();
      throw new Error('the connection broke');
    });
  };
  return redis;
}

test('a writer that dies after any of its commands leaves a batch that counts once, formed anew at will', async () => {
  const live = await seeded(await open(server.url));
  let to = 0;
  let broken = 0;
  for (let after = 1; after <= 10; after++) {
    const dying = makeRedisLiveClicks({ redis: await openBreaking(after), clock });
    const batch = { partition: 0, from: to, to: to + 900, additions: additionsBetween(to, to + 900) };
    broken += await dying.add(batch).then(
      () => 0,
      () => 1,
    );
    expect(await countsOf(live)).toEqual(await countsUntil((await live.position(0)) ?? 0));
    to += 200 + 37 * after;
    await consume(live, to, () => 300);
    to = (await live.position(0)) ?? 0;
    expect(await countsOf(live)).toEqual(await countsUntil(to));
  }
  expect(broken).toBeGreaterThan(5);
});

test('two ingesters that believe to have the same partition count every visit once', async () => {
  const redis = await open(server.url);
  const live = await seeded(redis);
  const other = makeRedisLiveClicks({ redis: await open(server.url), clock });
  await Promise.all([consume(live, 3_000, anySize), consume(other, 3_000, anySize)]);
  expect(await live.position(0)).toBe(3_000);
  expect(await countsOf(other)).toEqual(await countsUntil(3_000));
});

test('one of two equal batches at once is added, the other is told that it is not', async () => {
  const live = await seeded(await open(server.url));
  const other = makeRedisLiveClicks({ redis: await open(server.url), clock });
  const batch = { partition: 0, from: 0, to: 2_000, additions: additionsBetween(0, 2_000) };
  const outcomes = await Promise.all([live.add(batch), other.add(batch)]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['added', 'elsewhere']);
  expect(await countsOf(live)).toEqual(await countsUntil(2_000));
});

test('a reader in the middle of writing sees a batch at all its links at once', async () => {
  const live = await seeded(await open(server.url));
  const others = Array.from({ length: 900 }, (_, link) => `lnk_other_${link}`);
  const reader = makeRedisLiveClicks({ redis: await open(server.url), clock });
  const additions = ['lnk_1', ...others].map((linkId) => additionOf(10, { linkId, requests: 20, bots: 10 }));
  const lastOfBatch = { workspaceId: 'ws_1', linkId: 'lnk_other_899' };
  let isDone = false;
  const writing = (async () => {
    for (let from = 0; from < 40; from++) await live.add({ partition: 0, from, to: from + 1, additions });
    isDone = true;
  })();
  const seen = new Set<boolean>();
  while (!isDone) {
    const [first] = await reader.read(LINK, [TODAY]);
    const [last] = await reader.read(lastOfBatch, [TODAY]);
    const [again] = await reader.read(LINK, [TODAY]);
    const [before = 0, between = 0, after = 0] = [first, last, again].map((day) => day?.requests);
    seen.add(before <= between && between <= after);
  }
  await writing;
  expect([...seen]).toEqual([true]);
});

test('killed at any moment and started again, Redis goes on from its own position with all that it has', async () => {
  // a server of its own, as one that is killed may come back with an earlier test's data
  const killed = await startRedis();
  servers.push(killed);
  const redis = await open(killed.url);
  const live = await seeded(redis);
  for (let round = 1; round <= 4; round++) {
    const writing = consume(live, round * 2_000, anySize).catch(() => undefined);
    await sleep(20 + Math.random() * 60);
    await killed.restart();
    await writing;
    const after = makeRedisLiveClicks({ redis: await open(killed.url), clock });
    expect(await countsOf(after)).toEqual(await countsUntil((await after.position(0)) ?? -1));
    await consume(after, round * 2_000, () => 700);
    expect(await countsOf(after)).toEqual(await countsUntil(round * 2_000));
    if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
  }
});

test('a replica that takes over with less has an older position and the counts that hold there', async () => {
  const replicaServer = await startRedis();
  servers.push(replicaServer);
  const replica = await open(replicaServer.url);
  const live = await seeded(await open(server.url));
  await replica.replicaof('127.0.0.1', server.port);
  while (!(await replica.info('replication')).includes('master_link_status:up')) await sleep(20);
  const writing = consume(live, 6_000, anySize);
  await sleep(50 + Math.random() * 50);
  await replica.replicaof('NO', 'ONE');
  await writing;
  const promoted = makeRedisLiveClicks({ redis: replica, clock });
  const position = (await promoted.position(0)) ?? -1;
  expect(position).toBeLessThan(6_000);
  expect(await countsOf(promoted)).toEqual(await countsUntil(position));
  // a writer of the old primary is refused, and gets the new primary's position
  const batch = { partition: 0, from: 6_000, to: 6_010, additions: additionsBetween(6_000, 6_010) };
  expect(await promoted.add(batch)).toEqual({ kind: 'elsewhere' });
  await consume(promoted, 6_010, anySize);
  expect(await countsOf(promoted)).toEqual(await countsUntil(6_010));
});

test('an emptied Redis knows no position, also for a batch under way, and is seeded anew', async () => {
  const redis = await open(server.url);
  const live = await seeded(redis);
  await consume(live, 500, anySize);
  const adding = live.add({ partition: 0, from: 500, to: 6_000, additions: additionsBetween(500, 6_000) });
  await (await open(server.url)).flushall();
  await adding;
  expect(await live.position(0)).toBeUndefined();
  await live.seed({ partition: 0, position: 500, additions: additionsBetween(0, 500) });
  await consume(live, 900, anySize);
  expect(await countsOf(live)).toEqual(await countsUntil(900));
});
