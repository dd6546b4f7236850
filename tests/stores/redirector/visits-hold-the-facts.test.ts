import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { until } from '../../until';
import { ask } from './ask';
import { openRedirector, type OpenRedirector, type OpenRedirectorOptions } from './open-redirector';
import { addLink, addWorkspace, SHARED_ZONE, WORKSPACE } from './stored-links';

let open: OpenRedirector;
const newest = async () => (await open.visits()).at(-1);

async function start(trustedProxies: number, options: OpenRedirectorOptions = {}) {
  open = await openRedirector({ settings: { trustedProxies }, ...options });
  await addWorkspace(open.db);
  await addLink(open.db, 'abc');
  await addLink(open.db, 'unsafe', { isUnsafe: true });
  await open.linkCache.publishZone(SHARED_ZONE);
}
afterEach(() => open.close());

test('A visit holds what the request said, and nothing finer', async () => {
  await start(0);
  await ask(open.port, '/q/abc?secret=1', {
    headers: {
      'user-agent': 'Mozilla/5.0 (test)',
      referer: 'https://www.News.example/article?id=42',
      'accept-language': 'de-CH,de;q=0.9',
      'sec-purpose': 'Prefetch',
      'x-moz': 'prefetch',
      'x-forwarded-for': '203.0.113.77',
      cookie: 'visitor=1',
    },
  });
  expect(await open.visits()).toEqual([
    {
      time: open.now(),
      workspaceId: WORKSPACE,
      linkId: 'lnk_abc',
      isScan: true,
      method: 'GET',
      purpose: 'prefetch,prefetch',
      userAgent: 'Mozilla/5.0 (test)',
      referrerHost: 'news.example',
      language: 'de-CH',
      network: '127.0.0.0',
    },
  ]);
});

test('Clicks, scans and HEAD are told apart; a request without headers has empty facts', async () => {
  await start(0);
  await ask(open.port, '/abc');
  await ask(open.port, '/q/abc', { method: 'HEAD' });
  await ask(open.port, '/q/unsafe?continue=unsafe');
  const visits = await open.visits();
  expect(visits.map(({ linkId, isScan, method }) => [linkId, isScan, method])).toEqual([
    ['lnk_abc', false, 'GET'],
    ['lnk_abc', true, 'HEAD'],
    ['lnk_unsafe', true, 'GET'],
  ]);
  expect(visits[0]).toMatchObject({ purpose: '', userAgent: '', referrerHost: '', language: '' });
});

test('Behind proxies the address is counted from the right, over repeated headers, whatever is forged', async () => {
  await start(2);
  const from = async (...forwarded: string[]) => {
    await ask(open.port, '/abc', { headers: { 'x-forwarded-for': forwarded } });
    return (await newest())?.network;
  };
  expect(await from('203.0.113.77, 10.0.0.2')).toBe('203.0.113.0');
  expect(await from('203.0.113.77', '10.0.0.2')).toBe('203.0.113.0');
  expect(await from('9.9.9.9, 8.8.8.8', '203.0.113.77', '10.0.0.2')).toBe('203.0.113.0');
  expect(await from('2001:db8:1:2::3, 10.0.0.2')).toBe('2001:db8:1::');
  expect(await from('203.0.113.77')).toBe('');
  expect(await from('forged, 10.0.0.2')).toBe('');
});

test('Hostile headers make one visit each, and each line can be read', async () => {
  await start(1);
  const hostile = ['\t|\\t\\n', '\u00ff\u00fe', 'a'.repeat(5_000), '"\'`${}', '\\'];
  for (const text of hostile) {
    const headers = {
      'user-agent': text,
      referer: text,
      'accept-language': text,
      purpose: text,
      'x-forwarded-for': text,
    };
    expect((await ask(open.port, '/abc', { headers })).status).toBe(302);
  }
  const visits = await open.visits();
  expect(visits).toHaveLength(hostile.length);
  expect(visits[2]?.userAgent).toBe('a'.repeat(512));
  expect(visits[3]?.userAgent).toBe('"\'`${}');
});

test('Of many parallel redirects each has its visit, none has two', async () => {
  await start(0);
  for (let index = 0; index < 50; index++) await addLink(open.db, `many-${index}`);
  const asked = Array.from({ length: 600 }, (_, index) => ask(open.port, `/many-${index % 60}`));
  const answers = await Promise.all(asked);
  const answered = answers.filter((answer) => answer.status === 302).length;
  expect(answered).toBe(500);
  const counts = new Map<string, number>();
  for (const { linkId } of await open.visits()) counts.set(linkId, (counts.get(linkId) ?? 0) + 1);
  expect([...counts.values()]).toEqual(Array(50).fill(10));
  const metrics = await open.metrics.text();
  expect(metrics).toContain('kurz_redirector_answers_total{kind="redirect"} 500');
  expect(metrics).toContain('kurz_redirector_answers_total{kind="gone"} 100');
});

test('No answer leaves before its visit is written', async () => {
  const held: (() => void)[] = [];
  await start(0, {
    aroundJournal: (journal) => ({
      ...journal,
      append: (line, written) => void held.push(() => journal.append(line, written)),
    }),
  });
  let isAnswered = false;
  const answer = ask(open.port, '/abc').finally(() => (isAnswered = true));
  while (held.length === 0) await sleep(5);
  await sleep(100);
  expect(isAnswered).toBe(false);
  expect(await open.visits()).toHaveLength(0);
  for (const write of held) write();
  expect((await answer).status).toBe(302);
  expect(await open.visits()).toHaveLength(1);
});

test('A journal that breaks ends in a 503 page, and the next redirect works', async () => {
  let isBroken = true;
  await start(0, {
    aroundJournal: (journal) => ({
      ...journal,
      append: (line, written) => {
        if (isBroken) throw new Error('broken journal');
        journal.append(line, written);
      },
    }),
  });
  for (let index = 0; index < 2; index++) {
    const answer = await ask(open.port, '/abc');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  }
  isBroken = false;
  expect((await ask(open.port, '/abc')).status).toBe(302);
  expect(await open.visits()).toHaveLength(1);
});

test('Clients that have gone before the answer harm nobody', async () => {
  await start(0);
  let goOn = () => {};
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
  const before = open.reads.linkReads();
  open.reads.holdBack(() => mayGoOn);
  const socket = net.connect(open.port, '127.0.0.1');
  socket.write('GET /abc HTTP/1.1\r\nHost: kurz.example\r\n\r\n');
  await until(() => open.reads.linkReads() > before);
  socket.destroy();
  const connections = promisify(open.server.getConnections.bind(open.server));
  await until(async () => (await connections()) === 0);
  goOn();
  expect((await ask(open.port, '/abc')).status).toBe(302);
  expect(await open.visits()).toHaveLength(1);
});
