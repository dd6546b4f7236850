// A worker whose event loop is blocked neither answers nor ends. The primary replaces it.

import { signalProcess } from '@kurz/backends';
import { pidsOfWorkers } from '../flow/workers-of';
import { openRedirectorWorld, type RedirectorWorld } from '../flow/redirector-world';
import { until } from '../until';
import { ask } from '../stores/redirector/ask';

let world: RedirectorWorld;
beforeAll(async () => {
  world = await openRedirectorWorld(['abc']);
});
afterAll(() => world.close());

test('A frozen worker makes the redirector unready, and within a minute another is in its place', async () => {
  const redirector = await world.start({ KURZ_WORKERS: '2' });
  const primary = redirector.process.pid ?? 0;
  const [stuck = 0] = await pidsOfWorkers(primary);
  signalProcess(stuck, 'SIGSTOP');
  // new connections go to the other worker
  for (let asked = 0; asked < 20; asked++) expect((await ask(redirector.port, '/abc')).status).toBe(302);
  expect((await redirector.ask('/livez'))?.status).toBe(200);
  expect((await redirector.ask('/readyz'))?.status).toBe(503);
  await until(async () => !(await pidsOfWorkers(primary)).includes(stuck), {
    what: 'another is in its place',
  });
  await until(redirector.isReady, { what: 'it is ready again' });
  expect(redirector.log()).toContain('"event":"worker_stuck"');
  for (let asked = 0; asked < 4; asked++) expect((await ask(redirector.port, '/abc')).status).toBe(302);
  expect((await redirector.stop()).code).toBe(0);
});
