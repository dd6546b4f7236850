import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../redirector/ask';
import {
  openRedirector,
  type OpenRedirector,
  type OpenRedirectorOptions,
} from '../redirector/open-redirector';
import { addLink, addWorkspace, SHARED_ZONE } from '../redirector/stored-links';
import { openConnection } from './open-connection';
import { until } from '../../until';

const HOST = 'Host: kurz.example\r\n';
const REQUEST = `GET /abc HTTP/1.1\r\n${HOST}\r\n`;
/** A slow sender is cut within this, ms; the timers look once a second, and the machine may be busy. */
const SLOW_MS = 15_000;
const GENEROUS_MS = 3_000;

let open: OpenRedirector;

async function start(options: OpenRedirectorOptions = {}) {
  open = await openRedirector(options);
  await addWorkspace(open.db);
  await addLink(open.db, 'abc');
  await open.linkCache.publishZone(SHARED_ZONE);
}
afterEach(() => open.close());

test('Plain requests stay on the fast path; the first odd one takes its connection to node:http, which goes on', async () => {
  await start();
  const connection = await openConnection(open.port);
  connection.send(REQUEST);
  await until(() => connection.statuses().length === 1);
  expect(open.fastPath?.connections()).toBe(1);
  connection.send(`GET /abc HTTP/1.1\r\n${HOST}Accept:odd\r\n\r\n${REQUEST}`);
  await until(() => connection.statuses().length === 3);
  expect(open.fastPath?.connections()).toBe(0);
  connection.send(REQUEST);
  await until(() => connection.statuses().length === 4);
  expect(connection.statuses()).toEqual([302, 302, 302, 302]);
  expect(await open.visits()).toHaveLength(4);
  connection.destroy();
});

test('Pipelined requests are answered in order, near or not, each with its visit', async () => {
  await start();
  for (let n = 0; n < 20; n++) await addLink(open.db, `many-${n}`);
  const connection = await openConnection(open.port);
  const slugs = Array.from({ length: 400 }, (_, index) => `many-${(index * 7) % 20}`);
  connection.send(slugs.map((slug) => `GET /${slug} HTTP/1.1\r\n${HOST}\r\n`).join(''));
  await until(() => connection.statuses().length === 400);
  const locations = [...connection.text().matchAll(/Location: https:\/\/example\.com\/(\S+)/g)];
  expect(locations.map((match) => match[1])).toEqual(slugs);
  expect((await open.visits()).map(({ linkId }) => linkId).sort()).toEqual(
    slugs.map((slug) => `lnk_${slug}`).sort(),
  );
  connection.destroy();
});

test('A client that ends behind its requests still gets the answers that need no look-up', async () => {
  await start();
  await ask(open.port, '/abc');
  const connection = await openConnection(open.port);
  connection.send(REQUEST.repeat(3));
  connection.end();
  await connection.closed;
  expect(connection.statuses()).toEqual([302, 302, 302]);
});

test('A client that ends in the middle of a head is told so', async () => {
  await start();
  const connection = await openConnection(open.port);
  connection.send(REQUEST.slice(0, 20));
  connection.end();
  await connection.closed;
  expect(connection.statuses()).toEqual([400]);
});

test('Whoever sends nothing, half a head, or a byte now and then is cut within 15 s, and nobody else waits', async () => {
  await start();
  const slow = await Promise.all(Array.from({ length: 60 }, () => openConnection(open.port)));
  const dripped = [...`${REQUEST.slice(0, -2)}X: ${'a'.repeat(1_000)}`];
  slow.forEach((connection, index) => {
    if (index % 3 === 1) connection.send(REQUEST.slice(0, 1 + (index % 30)));
  });
  const drip = setInterval(() => {
    const byte = dripped.shift() ?? 'a';
    slow.forEach((connection, index) => index % 3 === 2 && connection.send(byte));
  }, 200);
  for (let second = 0; second < 5; second++) {
    expect((await ask(open.port, '/abc')).status).toBe(302);
    await sleep(500);
  }
  const times = await Promise.all(slow.map(({ closed }) => closed));
  clearInterval(drip);
  expect(Math.max(...times)).toBeLessThan(SLOW_MS + GENEROUS_MS);
  for (const connection of slow) expect(connection.statuses()).toEqual([408]);
});

test('A client that takes no answers is not read on, and is cut off', async () => {
  await start();
  const connection = await openConnection(open.port);
  connection.send(REQUEST);
  await until(() => connection.statuses().length === 1);
  connection.stopReading();
  const flood = setInterval(() => connection.send(REQUEST.repeat(1_000)), 5);
  await until(() => open.fastPath?.connections() === 0, { ms: 40_000 });
  clearInterval(flood);
  connection.destroy();
  // what the kernel's buffers took of the answers; a fast path that reads on would have answered far more
  expect((await open.visits()).length).toBeLessThan(100_000);
  expect((await ask(open.port, '/abc')).status).toBe(302);
});

test('A connection kept alive is closed when its time is over, and not before', async () => {
  await start({ server: { keepAliveTimeout: 3_000 } });
  const connection = await openConnection(open.port);
  for (let answers = 1; answers <= 3; answers++) {
    connection.send(REQUEST);
    await until(() => connection.statuses().length === answers);
    await sleep(1_500);
  }
  expect(connection.isClosed()).toBe(false);
  expect(connection.text()).toContain('Keep-Alive: timeout=3\r\n');
  expect(await connection.closed).toBeGreaterThan(5_000);
});

test('Draining, it answers all that was asked and ends each connection with its last answer', async () => {
  await start();
  const [busy, idle] = await Promise.all([openConnection(open.port), openConnection(open.port)]);
  idle.send(REQUEST);
  await until(() => idle.statuses().length === 1);
  open.fastPath?.drain();
  expect(idle.isClosed()).toBe(false);
  busy.send(REQUEST.repeat(5));
  await busy.closed;
  expect(busy.statuses()).toEqual([302, 302, 302, 302, 302]);
  expect(busy.text().match(/Connection: close/g)).toHaveLength(1);
  idle.send(REQUEST);
  await idle.closed;
  expect(idle.statuses()).toEqual([302, 302]);
  expect(await open.visits()).toHaveLength(7);
});

test('Connections beyond the limit are turned away, those on the fast path counted', async () => {
  await start();
  open.server.maxConnections = 2;
  const inLane = await openConnection(open.port);
  inLane.send(REQUEST);
  const atReference = await openConnection(open.port);
  atReference.send(`GET /abc HTTP/1.1\r\n${HOST}Accept:odd\r\n\r\n`);
  await until(() => inLane.statuses().length === 1 && atReference.statuses().length === 1);
  const third = await openConnection(open.port);
  third.send(REQUEST);
  await third.closed;
  expect(third.statuses()).toEqual([]);
  for (const connection of [inLane, atReference]) connection.destroy();
});

test('Thousands of connections that are opened and dropped leave nothing behind', async () => {
  await start();
  for (let round = 0; round < 40; round++) {
    const connections = await Promise.all(Array.from({ length: 100 }, () => openConnection(open.port)));
    connections.forEach((connection, index) => {
      if (index % 2) connection.send(REQUEST.slice(0, index % REQUEST.length));
      connection.destroy();
    });
    await Promise.all(connections.map(({ closed }) => closed));
  }
  await until(() => open.fastPath?.connections() === 0);
  expect((await ask(open.port, '/abc')).status).toBe(302);
});

test('With a journal that breaks each redirect is a 503 page, and the next one works', async () => {
  let isBroken = true;
  await start({
    aroundJournal: (journal) => ({
      ...journal,
      append: (line, written) => {
        if (isBroken) throw new Error('broken journal');
        journal.append(line, written);
      },
    }),
  });
  const connection = await openConnection(open.port);
  connection.send(REQUEST.repeat(2));
  await until(() => connection.statuses().length === 2);
  isBroken = false;
  connection.send(REQUEST);
  await until(() => connection.statuses().length === 3);
  expect(connection.statuses()).toEqual([503, 503, 302]);
  expect(await open.visits()).toHaveLength(1);
  connection.destroy();
});
