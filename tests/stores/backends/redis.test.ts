import { startRedis, type TestRedis } from '@kurz/backends';
import { Redis } from 'ioredis';
import { settledWithin } from './settled-within';

describe('the Redis that tests run against', () => {
  let server: TestRedis;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url, { maxRetriesPerRequest: 0, enableOfflineQueue: false, lazyConnect: true });
    redis.on('error', () => undefined);
    await redis.connect();
  });
  afterAll(async () => {
    redis.disconnect();
    await server.close();
  });

  /** Waits until the client has reconnected by itself: before that its commands are refused. */
  const untilBack = async () => {
    while (redis.status !== 'ready') await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it('answers nothing while frozen, and answers what waited once thawed', async () => {
    await server.freeze();
    const answer = redis.set('frozen', 'yes');
    expect(await settledWithin(answer, 500)).toBe(false);
    await server.thaw();
    expect(await answer).toBe('OK');
  });

  it('takes new connections while frozen', async () => {
    await server.freeze();
    const second = new Redis(server.url, { lazyConnect: true });
    const connected = second.connect();
    expect(await settledWithin(connected, 300)).toBe(false);
    await server.thaw();
    await connected;
    second.disconnect();
  });

  it('refuses connections after a kill, and comes back on its port with every write that it answered', async () => {
    for (let n = 0; n < 100; n++) await redis.set(`key-${n}`, n);
    const { pid } = server;
    await server.kill();
    const second = new Redis(server.url, { lazyConnect: true, retryStrategy: () => null });
    const refused = new Promise<Error>((resolve) => second.once('error', resolve));
    second.connect().catch(() => undefined);
    expect(await refused).toMatchObject({ code: 'ECONNREFUSED' });
    await server.restart();
    expect(server.pid).not.toBe(pid);
    await untilBack();
    expect(await redis.dbsize()).toBeGreaterThanOrEqual(100);
    expect(await redis.get('key-99')).toBe('99');
  });

  it('can be killed while it is frozen', async () => {
    await server.freeze();
    await server.restart();
    await untilBack();
    expect(await redis.ping()).toBe('PONG');
  });
});
