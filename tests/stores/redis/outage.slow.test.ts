import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProxy, startRedis, type TestProxy, type TestRedis } from '@kurz/backends';
import { makeLog, silentLog, type Log } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { until } from '../../until';

type Redis = ReturnType<typeof openRedis>;

let server: TestRedis;
let proxy: TestProxy;
const opened: Redis[] = [];

function open(url: string, options: { log?: Log; pingMs?: number } = {}): Redis {
  const redis = openRedis(url, { log: options.log ?? silentLog, name: 'test' }, { pingMs: options.pingMs });
  opened.push(redis);
  return redis;
}

const isAnswering = async (redis: Redis) => (await redis.ping().catch(() => '')) === 'PONG';

/** How long a command takes to fail, ms; rejects when it does not fail. */
async function failingTime(command: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  const outcome = await command().then(
    () => 'answered',
    () => 'failed',
  );
  expect(outcome).toBe('failed');
  return performance.now() - begun;
}

/** The median of several runs, so that one hiccup of a busy machine does not matter. */
async function medianFailingTime(command: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < 15; index++) times.push(await failingTime(command));
  return times.sort((a, b) => a - b)[7] ?? Infinity;
}

beforeEach(async () => {
  server = await startRedis();
  proxy = await startProxy({ host: '127.0.0.1', port: server.port });
});
afterEach(async () => {
  for (const redis of opened.splice(0)) redis.disconnect();
  await proxy.close();
  await server.close();
});

test('A process that stands still while it connects does not take Redis for lost', async () => {
  const events: unknown[] = [];
  const note = (fields: unknown) => void events.push(fields);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const redis = open(server.url, { log });
  // Redis answers during the pauses: the greeting, and the commands that are sent once it is connected
  for (let pause = 0; pause < 20; pause++) {
    const end = performance.now() + 120;
    while (performance.now() < end);
    await sleep(1);
  }
  await until(() => isAnswering(redis));
  expect(events).toEqual([]);
});

test('A start that blocks for longer than a connection may take does not take Redis for lost', async () => {
  const events: unknown[] = [];
  const note = (fields: unknown) => void events.push(fields);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const redis = open(server.url, { log });
  // it is connecting by then, still in the same turn of the event loop
  for (let hop = 0; hop < 50; hop++) await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(redis.status).toBe('connecting');
  for (const end = performance.now() + 1_200; performance.now() < end;);
  await until(() => isAnswering(redis));
  expect(events).toEqual([]);
});

/** A port that neither accepts nor refuses connections: its process is stopped and its accept queue is full. */
async function startFullPort(): Promise<{ port: number; close: () => void }> {
  const script = `require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
    console.log(this.address().port);
  })`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [told] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGSTOP');
  const port = Number(String(told));
  const waiting = Array.from({ length: 10 }, () =>
    net.connect(port, '127.0.0.1').on('error', () => undefined),
  );
  await sleep(100);
  return {
    port,
    close: () => {
      for (const socket of waiting) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}

test('A connection that is not made in its time is given up, and is logged as lost', async () => {
  const events: unknown[] = [];
  const note = (fields: unknown) => void events.push(fields);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const full = await startFullPort();
  try {
    open(`redis://127.0.0.1:${full.port}`, { log });
    await until(() => Promise.resolve(events.length > 0));
    expect(events).toEqual([{ event: 'redis_lost', connection: 'test', reason: 'connect ETIMEDOUT' }]);
  } finally {
    full.close();
  }
});

test('With a dead server a command fails at once, and the first after its return is answered', async () => {
  const redis = open(server.url);
  await until(() => isAnswering(redis));
  await server.kill();
  expect(await failingTime(() => redis.get('key'))).toBeLessThan(1_000);
  expect(await medianFailingTime(() => redis.get('key'))).toBeLessThan(60);
  await server.restart();
  await until(() => isAnswering(redis));
});

test('With a frozen server a command fails after its 50 ms, then at once, and works when it is thawed', async () => {
  const redis = open(server.url, { pingMs: 100 });
  await until(() => isAnswering(redis));
  await server.freeze();
  expect(await medianFailingTime(() => redis.get('key'))).toBeLessThan(75);
  await until(() => Promise.resolve(redis.status !== 'ready'));
  expect(await medianFailingTime(() => redis.get('key'))).toBeLessThan(20);
  await server.thaw();
  await until(() => isAnswering(redis));
});

test('A server that is not there when the connection is opened is found when it comes', async () => {
  await server.kill();
  const redis = open(server.url);
  expect(await failingTime(() => redis.get('key'))).toBeLessThan(1_000);
  await server.restart();
  await until(() => isAnswering(redis));
});

test('A command whose answer is lost is not sent again', async () => {
  const redis = open(`redis://${proxy.host}:${proxy.port}`);
  await until(() => isAnswering(redis));
  await redis.incr('counter');
  proxy.cutAnswerAfter(0);
  await expect(redis.incr('counter')).rejects.toThrow();
  await proxy.heal();
  await until(() => isAnswering(redis));
  expect(Number(await redis.get('counter'))).toBeLessThanOrEqual(2);
});

test('A connection into a black hole is made anew, also for a subscriber, and heals when the way is free', async () => {
  const redis = open(`redis://${proxy.host}:${proxy.port}`, { pingMs: 100 });
  const subscriber = open(`redis://${proxy.host}:${proxy.port}`, { pingMs: 100 });
  await until(() => isAnswering(redis));
  await until(() => isAnswering(subscriber));
  await subscriber.subscribe('channel');
  const closed = Promise.all(
    [redis, subscriber].map(
      (client) => new Promise<void>((resolve) => client.once('close', () => resolve())),
    ),
  );
  proxy.blackHole();
  await closed;
  await proxy.heal();
  await until(() => isAnswering(redis));
  await until(() => isAnswering(subscriber));
});

test('A connection that came back is not ended by what the lost one still waited for', async () => {
  const redis = open(server.url, { pingMs: 100 });
  await until(() => isAnswering(redis));
  await server.kill();
  await server.restart();
  await until(() => isAnswering(redis));
  let closed = 0;
  redis.on('close', () => closed++);
  await sleep(1_500);
  expect(closed).toBe(0);
});

test('An outage is logged once when it begins and once when it ends, a close on purpose never', async () => {
  const events: unknown[] = [];
  const note = (fields: unknown) => void events.push(fields);
  const log: Log = { ...makeLog({ level: 'silent', service: 'test' }), info: note, warn: note };
  const redis = open(server.url, { log });
  await until(() => isAnswering(redis));
  expect(events).toEqual([]);
  await server.kill();
  await sleep(500);
  await server.restart();
  await until(() => isAnswering(redis));
  redis.disconnect();
  await until(() => Promise.resolve(redis.status === 'end'));
  expect(events).toEqual([
    { event: 'redis_lost', connection: 'test', reason: expect.any(String) as string },
    { event: 'redis_back', connection: 'test' },
  ]);
});
