import { connect } from 'node:net';
import { openTestRedis, type SharedRedis } from '@kurz/backends';
import { gone, key, link } from './entries';
import { openLinkCache, type OpenLinkCache } from './open-link-cache';
import { until } from '../../until';

let server: SharedRedis;
let open: OpenLinkCache[];
beforeAll(async () => {
  server = await openTestRedis();
  open = await Promise.all([1, 2].map(() => openLinkCache(server.url)));
});
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()));
  await server.close();
});

const linkCacheOf = (index: number) => {
  const one = open[index % 2];
  if (!one) throw new Error('nothing is open');
  return one;
};

test('Of two writers at once the higher version holds, in 500 rounds of fills and changes in any order', async () => {
  for (let round = 0; round < 500; round++) {
    const slug = `race-${round}`;
    const entries = [link(1), gone(2), link(3), gone(4)];
    if (round % 2) entries.reverse();
    const writes = entries.map((entry, index) => {
      const { linkCache } = linkCacheOf(index + round);
      return index % 3 === round % 3 ? linkCache.apply(key(slug), entry) : linkCache.fill(key(slug), entry);
    });
    await Promise.all(writes);
    for (const { linkCache } of open) expect(await linkCache.get(key(slug))).toEqual(gone(4));
  }
});

/**
 * The commands that Redis ran for clients, without those that scripts ran. Uses a plain socket, because ioredis ends a
 * monitor whose first line comes together with the answer to MONITOR.
 */
async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  const monitor = connect(Number(new URL(server.url).port), '127.0.0.1');
  let said = '';
  monitor.setEncoding('latin1').on('data', (text: string) => (said += text));
  const seen = () =>
    [...said.matchAll(/^\+[\d.]+ \[\d+ (\S+)\] "(\w+)"/gm)]
      .filter(([, source]) => source !== 'lua')
      .map(([, , name = '']) => name.toLowerCase());
  try {
    monitor.write('MONITOR\r\n');
    await until(() => said.startsWith('+OK'));
    await work();
    await linkCacheOf(0).redis.echo('end');
    await until(() => seen().includes('echo'));
  } finally {
    monitor.destroy();
  }
  return seen().filter((name) => name !== 'echo' && name !== 'ping');
}

test('A look-up, a fill and a change are one command each, thus one round trip', async () => {
  const { linkCache } = linkCacheOf(0);
  // the script is known to the server from here on
  await linkCache.apply(key('cost'), link(1));
  expect(await commandsOf(() => linkCache.get(key('cost')))).toEqual(['mget']);
  expect(
    await commandsOf(() => linkCache.fill(key('cost'), link(2), linkCache.watermark(key('cost')))),
  ).toEqual(['evalsha']);
  expect(await commandsOf(() => linkCache.apply(key('cost'), link(3)))).toEqual(['evalsha']);
});

test('Keys that are looked up together are one command for 256 of them, and each gets its own answer', async () => {
  const { linkCache } = linkCacheOf(0);
  await linkCache.apply(key('seventh'), link(7));
  await linkCache.apply(key('last'), gone(9));
  const slugs = Array.from({ length: 300 }, (_, at) => (at === 7 ? 'seventh' : `nobody-${at}`));
  const asked = [...slugs, 'last'];
  const answers: unknown[] = [];
  const commands = await commandsOf(async () => {
    answers.push(...(await linkCache.getAll(asked.map(key))));
  });
  expect(commands).toEqual(['mget', 'mget']);
  expect(answers).toEqual(asked.map((slug) => ({ seventh: link(7), last: gone(9) })[slug]));
});

test('A server that has forgotten the scripts is taught them again', async () => {
  const { linkCache, redis } = linkCacheOf(0);
  await redis.script('FLUSH');
  await linkCache.apply(key('taught'), link(1));
  expect(await linkCache.get(key('taught'))).toEqual(link(1));
});
