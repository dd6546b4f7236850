import { once } from 'node:events';
import { openTestRedis } from '@kurz/backends';
import { silentLog } from '@kurz/process';
import { openRedis } from '@kurz/redis';

const COMMANDS = 100;

it('commands of one turn of the event loop are read by Redis at once', async () => {
  const server = await openTestRedis();
  const redis = openRedis(server.url, { log: silentLog, name: 'test' }, { commandTimeoutMs: 60_000 });
  const reads = async () => Number(/total_reads_processed:(\d+)/.exec(await redis.info('stats'))?.[1]);
  try {
    await once(redis, 'ready');
    const before = await reads();
    const answers = await Promise.all(
      Array.from({ length: COMMANDS }, async (_, index) => {
        await Promise.resolve();
        return redis.echo(String(index));
      }),
    );
    expect(answers).toEqual(Array.from({ length: COMMANDS }, (_, index) => String(index)));
    expect((await reads()) - before).toBeLessThan(COMMANDS / 10);
  } finally {
    redis.disconnect();
    await server.close();
  }
});
