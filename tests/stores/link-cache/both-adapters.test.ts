import { openTestRedis, type SharedRedis } from '@kurz/backends';
import { makeMemoryLinkCache } from '@kurz/link-cache';
import { describeLinkCache } from './describe-link-cache';
import { openLinkCache } from './open-link-cache';

let server: SharedRedis;
beforeAll(async () => {
  server = await openTestRedis();
});
afterAll(() => server.close());

describeLinkCache('in memory', () => {
  const linkCache = makeMemoryLinkCache({ maxEntries: 100 });
  return Promise.resolve({ linkCache, close: linkCache.close });
});

describeLinkCache('on Redis', async () => {
  const open = await openLinkCache(server.url);
  await open.redis.flushall();
  return open;
});
