// Several workers as one redirector, as visitors and orchestrators see it.

import { once } from 'node:events';
import { signalProcess } from '@kurz/backends';
import { ask } from '../stores/redirector/ask';

import { openRedirectorWorld, type RedirectorWorld } from './redirector-world';
import { until } from '../until';
import { pidsOfWorkers, workersOf } from './workers-of';

let world: RedirectorWorld;
beforeAll(async () => {
  world = await openRedirectorWorld(['abc', 'other']);
});
afterAll(() => world.close());

const REDIRECTS = /^kurz_redirector_answers_total\{kind="redirect"\} (\d+)$/m;

test('Workers on one port all answer, and a scrape gets their sums', async () => {
  const redirector = await world.start({ KURZ_WORKERS: '2' });
  // one connection per request, dealt to the workers in turn
  for (let asked = 0; asked < 20; asked++) {
    const answer = await ask(redirector.port, '/abc');
    expect([answer.status, answer.headers.location]).toEqual([302, 'https://example.com/abc']);
  }
  expect(await redirector.metric(REDIRECTS)).toBe(20);
  expect(await redirector.metric(/^kurz_redirector_workers (\d+)$/m)).toBe(2);
  // each worker looked both links up before its first visitor
  const lookUps = (from: string) =>
    redirector.metric(new RegExp(`^kurz_redirector_lookups_total\\{from="${from}"\\} (\\d+)$`, 'm'));
  expect(await lookUps('near')).toBe(20);
  expect(((await lookUps('postgres')) ?? 0) + ((await lookUps('link_cache')) ?? 0)).toBe(4);
  const ended = await redirector.stop();
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.ms).toBeLessThan(10_000);
});

test.each([
  [
    'small, so that no collection holds visitors up',
    {},
    ['--max-semi-space-size=4', '--initial-old-space-size=64'],
  ],
  ['as the operator says', { NODE_OPTIONS: '--max-semi-space-size=32' }, ['--initial-old-space-size=64']],
])(
  'The young generation of each worker is %s, and its heap need not grow at first',
  async (_how, settings, given) => {
    const redirector = await world.start({ KURZ_WORKERS: '2', ...settings });
    const workers = await workersOf(redirector.process.pid ?? 0);
    expect(workers).toHaveLength(2);
    for (const { command } of workers) {
      expect(command.match(/--[a-z-]+-size=\d+/g)).toEqual(given);
    }
    await redirector.stop();
  },
);

test('It is ready when every worker is, and says what of', async () => {
  const redirector = await world.start({ KURZ_WORKERS: '2' });
  const { status, text } = (await redirector.ask('/readyz')) ?? { status: 0, text: '{}' };
  expect([status, JSON.parse(text)]).toEqual([
    200,
    { ready: true, workers: true, zones: true, schema: true },
  ]);
  await redirector.stop();
});

test('At SIGTERM readiness goes off while visitors are still answered, and then it ends', async () => {
  const redirector = await world.start({ KURZ_WORKERS: '2', KURZ_PRE_STOP_MS: '3000' });
  const ended = redirector.stop();
  await until(async () => !(await redirector.isReady()), { what: 'readiness is off' });
  const answer = await ask(redirector.port, '/abc', { headers: { connection: 'keep-alive' } });
  expect([answer.status, answer.headers.connection]).toEqual([302, 'close']);
  expect((await redirector.ask('/livez'))?.status).toBe(200);
  expect((await ended).code).toBe(0);
});

test('A signal to the whole group, as terminals and systemd send it, is as orderly as one to the primary', async () => {
  const redirector = await world.start({ KURZ_WORKERS: '2' });
  const workers = await pidsOfWorkers(redirector.process.pid ?? 0);
  expect(workers).toHaveLength(2);
  for (const pid of workers) signalProcess(pid, 'SIGTERM');
  expect((await ask(redirector.port, '/abc')).status).toBe(302);
  const ended = await redirector.stop();
  expect([ended.code, ended.log.includes('worker_ended')]).toEqual([0, false]);
});

test('A start right after the primary alone was killed waits for the port that its workers still hold', async () => {
  const first = await world.start({ KURZ_WORKERS: '2' });
  const primary = first.process.pid ?? 0;
  // a worker that cannot end
  const [frozen = 0] = await pidsOfWorkers(primary);
  signalProcess(frozen, 'SIGSTOP');
  const ended = once(first.process, 'exit');
  signalProcess(primary, 'SIGKILL');
  await ended;
  const second = await world.start({ KURZ_PORT: String(first.port) }, { isReadyAwaited: false });
  await until(() => Promise.resolve(second.hasEnded() || second.log().includes('port_still_taken')), {
    what: 'the port is found taken',
  });
  signalProcess(frozen, 'SIGCONT');
  await until(async () => second.hasEnded() || (await second.isReady()), { what: 'it serves' });
  expect((await ask(first.port, '/abc')).status).toBe(302);
  expect((await second.stop()).code).toBe(0);
});

test('A worker looks links up and reads others before its first visitor, and one that replaces another answers at once', async () => {
  await world.db.insertInto('link_hits').values({ link_id: 'lnk_abc', hits: 1 }).execute();
  const redirector = await world.start();
  const warmUps = () => redirector.log().match(/"event":"warmed_up","links":2/g)?.length;
  expect(warmUps()).toBe(1);
  expect(redirector.log()).toContain('"event":"links_loaded","links":1,');
  const [worker = 0] = await pidsOfWorkers(redirector.process.pid ?? 0);
  signalProcess(worker, 'SIGKILL');
  await until(async () => (await pidsOfWorkers(redirector.process.pid ?? 0)).some((pid) => pid !== worker), {
    what: 'another worker runs',
  });
  await until(() => redirector.isReady(), { what: 'it serves' });
  expect((await ask(redirector.port, '/abc')).status).toBe(302);
  expect(warmUps()).toBe(1);
  await redirector.stop();
});

test('A port that is taken ends the start', async () => {
  const first = await world.start();
  const second = await world.start({ KURZ_PORT: String(first.port) }, { isReadyAwaited: false });
  const { code, log } = await second.ended;
  expect(code).toBe(1);
  expect(log).toContain('EADDRINUSE');
  await first.stop();
});
