// Where a process may open few files, and more visitors come than there is room for.

import { connect, type Socket } from 'node:net';
import { freePort } from '@kurz/backends';
import { openRedirectorWorld } from './redirector-world';
import { startStandalone } from './start-standalone';
import { sumOfMetric } from './sum-of-metric';
import { until } from '../until';

const OPEN_FILES = 256;
const VISITORS = 2 * OPEN_FILES;

const DROPPED = 'kurz_journal_dropped_visits_total';

/** Visitors who keep their connections, until each is answered or turned away; then asks once more. */
async function visit(port: number, { host, path }: { host: string; path: string }) {
  const visitors = Array.from({ length: VISITORS }, () => {
    const socket = connect(port, '127.0.0.1');
    const visitor = { socket, answers: 0 };
    socket.on('error', () => undefined);
    socket.on(
      'data',
      (bytes) => (visitor.answers += bytes.toString('latin1').split('HTTP/1.1 302').length - 1),
    );
    return visitor;
  });
  const ask = (socket: Socket) => socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  for (const { socket } of visitors) ask(socket);
  const isOver = (answers: number) =>
    visitors.every((visitor) => visitor.socket.destroyed || visitor.answers === answers);
  await until(() => isOver(1), { what: 'each is answered or turned away' });
  const left = visitors.filter(({ socket }) => !socket.destroyed);
  for (const { socket } of left) ask(socket);
  await until(() => isOver(2), { what: 'those who are left are answered again' });
  return {
    answers: visitors.reduce((sum, visitor) => sum + visitor.answers, 0),
    left: left.length,
    close: () => visitors.forEach(({ socket }) => socket.destroy()),
  };
}

test('A redirector that may open few files turns visitors away, and drops no visit that it answers', async () => {
  const world = await openRedirectorWorld(['abc']);
  try {
    const redirector = await world.start({}, { openFiles: OPEN_FILES });
    const { answers, left, close } = await visit(redirector.port, { host: 'kurz.example', path: '/abc' });
    expect(left).toBeGreaterThan(50);
    expect(left).toBeLessThan(VISITORS);
    const metric = (name: string) => redirector.metric(new RegExp(`^${name} (\\d+)$`, 'm'));
    expect(await metric('kurz_redirector_answers_total\\{kind="redirect"\\}')).toBe(answers);
    expect(await metric(`${DROPPED}\\{reason="write_failed"\\}`)).toBe(0);
    expect(redirector.log()).toContain('"event":"connections_limited"');
    close();
  } finally {
    await world.close();
  }
});

test('So does the embedded product, and counts them', async () => {
  const ops = await freePort();
  const environment = { KURZ_OPS_PORT: String(ops) };
  const kurz = await startStandalone({ isNew: false, environment, openFiles: OPEN_FILES });
  try {
    const made = await fetch(`${kurz.url}/v1/urls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${kurz.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://example.com/', slug: 'visited' }),
    });
    expect(made.status).toBe(201);
    const { answers, close } = await visit(kurz.port, { host: kurz.zone, path: '/visited' });
    const sumOf = (name: string) => sumOfMetric(`http://127.0.0.1:${ops}`, name);
    // each of the three consumers counts each visit
    await until(async () => (await sumOf('kurz_ingester_visits_total')) === 3 * answers, {
      what: 'all that were answered are counted',
      ms: 30_000,
    });
    expect(await sumOf(DROPPED)).toBe(0);
    close();
  } finally {
    await kurz.close();
  }
});
