// A Redis that lost its entries and kept running has passed on every change. One that restarted may have missed some.

import { startRedis, type TestRedis } from '@kurz/backends';
import { key, link } from './entries';
import { openLinkCache, type OpenLinkCache } from './open-link-cache';
import { until } from '../../until';

let server: TestRedis;
let open: OpenLinkCache;

beforeEach(async () => {
  server = await startRedis();
  open = await openLinkCache(server.url);
});
afterEach(async () => {
  await open.close();
  await server.close();
});

test('A server that was emptied and ran on has passed on each change: it is no gap; one that ended is', async () => {
  const redirector = await openLinkCache(server.url, { settings: { heartbeatMs: 50 } });
  const heard: string[] = [];
  try {
    const subscription = await redirector.linkCache.subscribe(
      ({ slug }) => heard.push(slug ?? ''),
      () => heard.push('gap'),
      () => heard.push('emptied'),
    );
    const isHeard = (what: string) => until(() => heard.includes(what), { what: `${what} is heard` });
    const isConnected = () => until(subscription.isConnected, { what: 'it is connected' });
    await isConnected();
    heard.length = 0;
    await open.redis.flushall();
    await open.linkCache.apply(key('abc'), link(1));
    await isHeard('emptied');
    await isHeard('abc');
    expect(heard.sort()).toEqual(['abc', 'emptied']);
    await isConnected();

    heard.length = 0;
    await open.redis.del('kurz:epoch');
    await isHeard('emptied');
    expect(heard).toEqual(['emptied']);

    await server.restart();
    await isHeard('gap');
    await isConnected();
    expect(heard.slice(1)).not.toContain('emptied');
  } finally {
    await redirector.close();
  }
});

test('A listener that does not tell them apart hears of an emptied server as of a gap', async () => {
  const redirector = await openLinkCache(server.url, { settings: { heartbeatMs: 50 } });
  let gaps = 0;
  try {
    const subscription = await redirector.linkCache.subscribe(
      () => {},
      () => gaps++,
    );
    await until(subscription.isConnected, { what: 'it is connected' });
    gaps = 0;
    await open.redis.flushall();
    await until(() => gaps > 0, { what: 'a gap is heard' });
  } finally {
    await redirector.close();
  }
});
