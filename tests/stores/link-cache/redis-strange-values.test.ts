// A key of the link cache holds a value of another type, as if from another program. The link cache overwrites it.

import { startRedis, type TestRedis } from '@kurz/backends';
import { until } from '../../until';
import { gone, key, link } from './entries';
import { openLinkCache, type OpenLinkCache } from './open-link-cache';

let server: TestRedis;
let open: OpenLinkCache;
beforeAll(async () => {
  server = await startRedis();
  open = await openLinkCache(server.url, { settings: { heartbeatMs: 100 } });
});
afterAll(async () => {
  await open.close();
  await server.close();
});

const put = async (name: string) => {
  await open.redis.del(name);
  await open.redis.lpush(name, 'strange');
};
const nameOf = async (slug: string) =>
  `kurz:link:${await open.redis.get('kurz:epoch')}:${key(slug).zoneId}/${slug}`;

test('In place of the epoch it begins a new epoch: changes are taken, and redirectors hear again', async () => {
  const subscription = await open.linkCache.subscribe(() => {});
  await open.linkCache.apply(key('abc'), link(1));
  await put('kurz:epoch');
  await open.linkCache.apply(key('abc'), link(2));
  expect(await open.linkCache.get(key('abc'))).toEqual(link(2));
  await put('kurz:epoch');
  await until(async () => (await open.redis.type('kurz:epoch')) === 'string');
  await until(subscription.isConnected);
  await subscription.close();
});

test('In place of a link a change and a fill are stored all the same', async () => {
  for (const store of ['apply', 'fill'] as const) {
    await open.linkCache.apply(key(store), link(1));
    await put(await nameOf(store));
    expect(await open.linkCache.get(key(store))).toBeUndefined();
    await open.linkCache[store](key(store), gone(2));
    expect(await open.linkCache.get(key(store))).toEqual(gone(2));
  }
});
