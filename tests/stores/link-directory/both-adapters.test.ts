import { openTestRedis, type SharedRedis } from '@kurz/backends';
import { makeMemoryLinkDirectory } from '@kurz/link-directory';
import { describeLinkDirectory } from './describe-link-directory';
import { openDirectory } from './open-directory';

let server: SharedRedis;
beforeAll(async () => {
  server = await openTestRedis();
});
afterAll(() => server.close());

describeLinkDirectory('in memory', () => {
  const directory = makeMemoryLinkDirectory({ maxEntries: 100 });
  return Promise.resolve({ directory, close: directory.close });
});

describeLinkDirectory('on Redis', async () => {
  const open = await openDirectory(server.url);
  await open.redis.flushall();
  return open;
});
