import { once } from 'node:events';
import { openTestRedis } from '@kurz/backends';
import { silentLog } from '@kurz/process';
import { openRedis } from '@kurz/redis';

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

it('a command that is answered, or has failed, leaves no timer', async () => {
  const server = await openTestRedis();
  const redis = openRedis(server.url, { log: silentLog, name: 'test' }, { commandTimeoutMs: 60_000 });
  try {
    await once(redis, 'ready');
    const before = timers();
    await Promise.all(Array.from({ length: 100 }, () => redis.ping()));
    await Promise.allSettled(Array.from({ length: 100 }, () => redis.call('NOSUCHCOMMAND')));
    expect(timers()).toBe(before);
  } finally {
    redis.disconnect();
    await server.close();
  }
});
