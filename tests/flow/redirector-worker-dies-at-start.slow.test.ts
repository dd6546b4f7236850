// Workers are killed while the redirector still starts, as on a machine that is short of memory.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ask } from '../stores/redirector/ask';
import { openRedirectorWorld, type RedirectorWorld } from './redirector-world';

const HOOK = path.join(__dirname, 'killed-at-birth.cjs');
const WORKERS_ENDED = /"event":"worker_ended"/g;

let world: RedirectorWorld;
let folder: string;
beforeAll(async () => {
  world = await openRedirectorWorld(['abc']);
  folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-deaths-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** Settings with which the first `deaths` workers, of whatever slot, are killed before they serve. */
async function settingsOf(deaths: number): Promise<Record<string, string>> {
  return {
    KURZ_WORKERS: '2',
    NODE_OPTIONS: `--require=${HOOK}`,
    DEATHS: await mkdtemp(path.join(folder, 'deaths-')),
    DEATHS_AT_BIRTH: String(deaths),
  };
}

test('Workers killed before all serve are replaced, and the redirector starts', async () => {
  const redirector = await world.start(await settingsOf(3));
  expect(redirector.log().match(WORKERS_ENDED)).toHaveLength(3);
  expect(await redirector.metric(/^kurz_redirector_workers (\d+)$/m)).toBe(2);
  for (let asked = 0; asked < 4; asked++) expect((await ask(redirector.port, '/abc')).status).toBe(302);
  expect((await redirector.stop()).code).toBe(0);
});

test('A place whose workers are killed again and again ends the start, and the last line says so', async () => {
  const redirector = await world.start(await settingsOf(1_000), { isReadyAwaited: false });
  const { code, log } = await redirector.ended;
  expect(code).toBe(1);
  expect(log).toMatch(/"start_failed".*worker [01] was killed 5 times before it served, .* by SIGKILL/);
  expect(log.match(WORKERS_ENDED)?.length).toBeLessThanOrEqual(10);
});
