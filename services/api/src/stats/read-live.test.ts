import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { makeRedisLiveClicks } from '@kurz/live-clicks';
import { silentLog, type Log } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { makeReadLive } from './read-live';

const WAIT_MS = 60_000;

test('Live counts that cannot be read are logged once, however many ask, and once when they are back', async () => {
  const events: unknown[] = [];
  const note = (fields: unknown) => void events.push(fields);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  // closes each connection, like a Redis that has too many
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const redis = openRedis(`redis://127.0.0.1:${port}`, { log: silentLog, name: 'test' });
  try {
    const live = makeRedisLiveClicks({ redis });
    const readLive = makeReadLive({ log }, { events: 'stats_live_clicks', waitMs: WAIT_MS });
    const link = { workspaceId: 'ws_1', linkId: 'lnk_1' };
    const today = new Date().toISOString().slice(0, 10);
    const ask = () => readLive(live.read(link, [today]));
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([undefined, undefined, undefined]);
    expect(await ask()).toBeUndefined();
    const away = { event: 'stats_live_clicks_away', error: expect.any(String) as string };
    expect(events).toEqual([away]);
    expect([await readLive(Promise.resolve(1)), await readLive(Promise.resolve(2))]).toEqual([1, 2]);
    expect(await ask()).toBeUndefined();
    expect(events).toEqual([away, { event: 'stats_live_clicks_back' }, away]);
  } finally {
    redis.disconnect();
    await once(server.close(), 'close');
  }
});
