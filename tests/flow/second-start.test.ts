// Stopping, starting again, and what must not be started twice.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, signalProcess } from '@kurz/backends';
import { startLinkedProduct, type LinkedProduct } from './linked-product';
import { spawnAdminCommandWith } from './spawn-admin-command';
import { spawnBuilt } from './start-standalone';

let linked: LinkedProduct;
beforeAll(async () => {
  linked = await startLinkedProduct();
});
afterAll(() => linked.kurz.close());

describe('a second instance', () => {
  it('is refused on the same data folder, naming the process that has it', async () => {
    const { code, stdout, stderr } = await spawnBuilt('product', [], {
      KURZ_PORT: String(await freePort()),
      KURZ_DATA_DIR: linked.kurz.dataDirectory,
    }).finished;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(`already in use by process ${linked.kurz.process.pid}`);
    expect(stderr).toContain(linked.kurz.dataDirectory);
    expect((await fetch(`${linked.kurz.url}/readyz`)).status).toBe(200);
  });
});

describe('PostgreSQL', () => {
  it('is started again when it is killed; known links open all the while, and readiness tells', async () => {
    expect((await linked.open()).status).toBe(302);
    const [pid] = readFileSync(
      path.join(linked.kurz.dataDirectory, 'postgres', 'postmaster.pid'),
      'utf8',
    ).split('\n');
    signalProcess(Number(pid), 'SIGKILL');
    expect((await linked.open()).status).toBe(302);
    const states = new Set<number>();
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20)) {
      const { status } = await fetch(`${linked.kurz.url}/readyz`);
      states.add(status);
      if (status === 200 && states.has(503)) break;
    }
    expect([...states]).toContain(503);
    expect((await fetch(`${linked.kurz.url}/readyz`)).status).toBe(200);
    expect(await linked.hits()).toMatch(/^\d+$/);
  });
});

describe('a second start', () => {
  it('comes back after kill -9, its PostgreSQL left behind', async () => {
    await linked.kurz.kill();
    linked.kurz = await linked.kurz.restart();
    expect((await linked.open()).status).toBe(302);
  });

  it('names the command that signs in, as long as nobody has a session or a password', async () => {
    expect(linked.kurz.banner).toContain('user sign-in-link owner@localhost');
    expect(linked.kurz.banner).not.toContain('#token=');
    const input = 'a horse, a stable\n';
    const words = ['user', 'set-password', '--email', 'owner@localhost'];
    expect((await spawnAdminCommandWith(input, linked.kurz.dataDirectory, ...words)).code).toBe(0);
    linked.kurz = await linked.kurz.restart();
    expect(linked.kurz.banner).not.toContain('sign-in-link');
  });

  it('takes the shared zone and its links along to another port, and says so', async () => {
    const former = linked.kurz.zone;
    linked.kurz = await linked.kurz.restart({ port: await freePort() });
    expect(linked.kurz.zone).not.toBe(former);
    expect(linked.kurz.banner).toContain(former);
    expect((await linked.open()).status).toBe(302);
    expect(await (await linked.shown()).json()).toMatchObject({ url: { zoneDomain: linked.kurz.zone } });
  });
});
