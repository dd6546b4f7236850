// A Redis user may not use the link cache's channels. The refusal is logged, and the subscription is tried again on the
// same connection.

import { startRedis, type TestRedis } from '@kurz/backends';
import { silentLog, type Log } from '@kurz/process';
import { openLinkCache } from './open-link-cache';
import { until } from '../../until';

let server: TestRedis;
beforeEach(async () => {
  server = await startRedis();
});
afterEach(() => server.close());

test('a refused subscription is logged once, costs no connection, and succeeds when it is allowed', async () => {
  const operator = await openLinkCache(server.url);
  const { redis } = operator;
  await redis.call('ACL', 'SETUSER', 'kurz', 'on', '>secret', '~*', '+@all', 'resetchannels');
  const warnings: unknown[] = [];
  const log: Log = { ...silentLog, warn: (fields: unknown) => void warnings.push(fields) };
  const settings = { heartbeatMs: 20, connectedMs: 10_000 };
  const url = server.url.replace('//', '//kurz:secret@');
  const redirector = await openLinkCache(url, { settings, log });
  let connections = 0;
  redirector.subscriber.on('ready', () => connections++);
  const refused = async () =>
    Number(/cmdstat_subscribe:.*rejected_calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
  try {
    const subscription = await redirector.linkCache.subscribe(() => undefined);
    await until(async () => (await refused()) >= 5);
    expect([connections, subscription.isConnected()]).toEqual([0, false]);
    const reason = expect.stringContaining('NOPERM') as string;
    expect(warnings).toEqual([expect.objectContaining({ event: 'changes_not_heard', reason })]);
    await redis.call('ACL', 'SETUSER', 'kurz', 'allchannels');
    await until(() => subscription.isConnected());
    expect(connections).toBe(0);
  } finally {
    await redirector.close();
    await operator.close();
  }
});
