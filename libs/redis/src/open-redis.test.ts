import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { silentLog } from '@kurz/process';
import { openRedis } from './open-redis';

afterEach(() => jest.restoreAllMocks());

/** A port at which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

test('a connection that is closed between two attempts to connect leaves no timer', async () => {
  const begun = jest.spyOn(globalThis, 'setInterval');
  const ended = new Set<unknown>();
  const wakes = new Set<() => void>();
  const clear = globalThis.clearInterval;
  jest.spyOn(globalThis, 'clearInterval').mockImplementation((timer) => {
    clear(timer);
    ended.add(timer);
    for (const wake of wakes) wake();
  });
  const url = `redis://127.0.0.1:${await freePort()}`;
  const redis = openRedis(url, { log: silentLog, name: 'test' }, { pingMs: 10 });
  await new Promise((resolve) => redis.once('reconnecting', resolve));
  redis.disconnect();
  const timers = begun.mock.results.map(({ value }): unknown => value);
  expect(timers).toHaveLength(1);
  const isOver = () => timers.every((timer) => ended.has(timer));
  await new Promise<void>((resolve) => {
    const look = () => void (isOver() && resolve());
    wakes.add(look);
    look();
  });
});
