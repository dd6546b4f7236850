// A worker is killed while PostgreSQL is away. Its replacement knows no domain yet; the other workers know the links.

import { signalProcess, startProxy, type TestProxy } from '@kurz/backends';
import { ask } from '../stores/redirector/ask';
import { until } from '../until';
import { openRedirectorWorld, type RedirectorProcess, type RedirectorWorld } from './redirector-world';
import { urlOfPostgres } from './service-process';
import { pidsOfWorkers } from './workers-of';

const ASKED = 200;
const WORKERS = /^kurz_redirector_workers (\d+)$/m;
/** Logged by the replacement only, because the other workers know the domains. */
const UNREADABLE = /"event":"zones_unreadable"/g;

let world: RedirectorWorld;
let proxy: TestProxy;
beforeAll(async () => {
  world = await openRedirectorWorld(['abc']);
  const { host, port } = world.postgres.options;
  proxy = await startProxy({ host, port });
});
afterAll(async () => {
  await proxy?.close();
  await world.close();
});

const start = (workers: number): Promise<RedirectorProcess> => {
  const { host, port } = proxy;
  const url = urlOfPostgres({ ...world.postgres.options, host, port });
  return world.start({ KURZ_WORKERS: String(workers), KURZ_POSTGRES_URL: url });
};

async function killOne(redirector: RedirectorProcess): Promise<void> {
  const [pid = 0] = await pidsOfWorkers(redirector.process.pid ?? 0);
  const said = () => redirector.log().match(UNREADABLE)?.length ?? 0;
  const before = said();
  signalProcess(pid, 'SIGKILL');
  await until(() => said() > before, { what: 'another worker has asked for the domains' });
}

const statuses = async ({ port }: RedirectorProcess, count: number): Promise<number[]> => {
  const seen = new Set<number>();
  // one connection per request, distributed over the listening workers
  for (let asked = 0; asked < count; asked++) seen.add((await ask(port, '/abc')).status);
  return [...seen];
};

afterEach(() => proxy.heal());

test('Beside workers that know the links it listens when it knows the domains as well', async () => {
  const redirector = await start(2);
  expect(await statuses(redirector, ASKED)).toEqual([302]);
  await proxy.refuse();
  await killOne(redirector);
  expect(await statuses(redirector, ASKED)).toEqual([302]);
  await proxy.heal();
  await until(async () => (await redirector.metric(WORKERS)) === 2);
  expect(await statuses(redirector, ASKED)).toEqual([302]);
  expect((await redirector.stop()).code).toBe(0);
});

test('It ends at once when it is told to while it waits', async () => {
  const redirector = await start(2);
  await proxy.refuse();
  await killOne(redirector);
  expect((await redirector.stop()).code).toBe(0);
  expect(redirector.log()).not.toContain('stop_forced');
});

test('Alone it listens at once, and says that it is away for the moment', async () => {
  const redirector = await start(1);
  await proxy.refuse();
  await killOne(redirector);
  await until(async () => (await redirector.metric(WORKERS)) === 1);
  expect(await statuses(redirector, 5)).toEqual([503]);
  await proxy.heal();
  await until(async () => (await ask(redirector.port, '/abc')).status === 302);
  expect((await redirector.stop()).code).toBe(0);
});
