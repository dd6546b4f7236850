// Stopping, starting again, and what must not be started twice.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, signalProcess } from '@kurz/backends';
import { spawnAdminCommandWith } from './spawn-admin-command';
import { spawnBuilt, startStandalone, type RunningStandalone } from './start-standalone';

let kurz: RunningStandalone;
let token: string;

beforeAll(async () => {
  kurz = await startStandalone();
  token = kurz.token ?? '';
  const made = await fetch(`${kurz.url}/v1/urls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/', slug: 'again' }),
  });
  if (made.status !== 201) throw new Error(await made.text());
});

afterAll(() => kurz.close());

const open = () => fetch(`${kurz.url}/again`, { redirect: 'manual' });

async function hits(): Promise<string | undefined> {
  const answer = await fetch(`${kurz.url}/v1/urls/again`, { headers: { authorization: `Bearer ${token}` } });
  const body: unknown = await answer.json();
  return /"hits":(\d+)/.exec(JSON.stringify(body))?.[1];
}

describe('a second instance', () => {
  it('is refused on the same data folder, naming the process that has it', async () => {
    const { code, stdout, stderr } = await spawnBuilt('product', [], {
      KURZ_PORT: String(await freePort()),
      KURZ_DATA_DIR: kurz.dataDirectory,
    }).finished;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(`already in use by process ${kurz.process.pid}`);
    expect(stderr).toContain(kurz.dataDirectory);
    expect((await fetch(`${kurz.url}/readyz`)).status).toBe(200);
  });
});

describe('PostgreSQL', () => {
  it('is started again when it is killed; known links open all the while, and readiness tells', async () => {
    expect((await open()).status).toBe(302);
    const [pid] = readFileSync(path.join(kurz.dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split(
      '\n',
    );
    signalProcess(Number(pid), 'SIGKILL');
    expect((await open()).status).toBe(302);
    const states = new Set<number>();
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20)) {
      const { status } = await fetch(`${kurz.url}/readyz`);
      states.add(status);
      if (status === 200 && states.has(503)) break;
    }
    expect([...states]).toContain(503);
    expect((await fetch(`${kurz.url}/readyz`)).status).toBe(200);
    expect(await hits()).toMatch(/^\d+$/);
  });
});

describe('a second start', () => {
  it('comes back after kill -9, its PostgreSQL left behind', async () => {
    await kurz.kill();
    kurz = await kurz.restart();
    expect((await open()).status).toBe(302);
  });

  it('names the command that signs in, as long as nobody has a session or a password', async () => {
    expect(kurz.banner).toContain('user sign-in-link owner@localhost');
    expect(kurz.banner).not.toContain('#token=');
    const input = 'a horse, a stable\n';
    const words = ['user', 'set-password', '--email', 'owner@localhost'];
    expect((await spawnAdminCommandWith(input, kurz.dataDirectory, ...words)).code).toBe(0);
    kurz = await kurz.restart();
    expect(kurz.banner).not.toContain('sign-in-link');
  });

  it('takes the shared zone and its links along to another port, and says so', async () => {
    const former = kurz.zone;
    kurz = await kurz.restart({ port: await freePort() });
    expect(kurz.zone).not.toBe(former);
    expect(kurz.banner).toContain(former);
    expect((await open()).status).toBe(302);
    const answer = await fetch(`${kurz.url}/v1/urls/again`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await answer.json()).toMatchObject({ url: { zoneDomain: kurz.zone } });
  });
});
