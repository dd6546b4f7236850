// The first minute of a new installation, as the banner leads through it.

import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnAdminJson, spawnAdminCommand } from './spawn-admin-command';
import { startStandalone, type RunningStandalone } from './start-standalone';

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

let kurz: RunningStandalone;

beforeAll(async () => {
  kurz = await startStandalone();
});

afterAll(() => kurz.close());

/** Lets a shell read the banner's n-th curl command, and sends what it says. */
async function runCurl(nth: number): Promise<{ status: number; body: unknown }> {
  const commands = kurz.banner.match(/^curl (?:[^\n]*\\\n)*[^\n]*/gm) ?? [];
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }; ${commands[nth] ?? ''}`;
  const words = spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout.split('\0');
  const valuesOf = (flag: string) => words.filter((_, index) => words[index - 1] === flag);
  const headers = valuesOf('-H').map((line): [string, string] => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
  const [body] = valuesOf('-d');
  const url = words.find((word) => word.startsWith('http://')) ?? '';
  const answer = await fetch(url, { method: body === undefined ? 'GET' : 'POST', headers, body });
  return { status: answer.status, body: await answer.json() };
}

const open = (path: string, host = `localhost:${kurz.port}`) =>
  fetch(`http://${host}${path}`, { redirect: 'manual', headers: { 'user-agent': BROWSER } });

/** Asks for the stats until they show `requests`, at most for a minute. */
async function statsWith(requests: number): Promise<unknown> {
  for (const end = Date.now() + 60_000; ; await sleep(50)) {
    const { body } = await runCurl(1);
    if (Date.now() > end || JSON.stringify(body).includes(`"requests":${requests},`)) return body;
  }
}

const exchange = (address: string) =>
  fetch(`${kurz.url}/x/session/link`, {
    method: 'POST',
    headers: { origin: kurz.url, 'x-requested-with': 'test', 'content-type': 'application/json' },
    body: JSON.stringify({ secret: new URL(address).hash.replace('#token=', '') }),
  });

describe('a first start', () => {
  it('says where it runs and where the data is, and gives a token', () => {
    expect(kurz.banner).toContain(`http://localhost:${kurz.port}`);
    expect(kurz.banner).toContain(kurz.dataDirectory);
    expect(kurz.token).toMatch(/^kz_ws_[0-9A-Za-z]{30,}$/);
    expect(kurz.banner).not.toContain('\u001b');
  });

  it('gives a one-time address of the web app, which signs the owner in once', async () => {
    const [address = ''] = /http:\/\/localhost:\d+\/app\/sign-in#token=[\w-]{43}/.exec(kurz.banner) ?? [];
    expect(new URL(address).origin).toBe(kurz.url);
    expect((await fetch(address)).status).toBe(200);
    const signedIn = await exchange(address);
    expect([signedIn.status, await signedIn.json()]).toMatchObject([
      200,
      { user: { email: 'owner@localhost' } },
    ]);
    const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
    const listed = await fetch(`${kurz.url}/x/workspaces`, { headers: { cookie: cookie.join('; ') } });
    const { workspaces } = (await listed.json()) as { workspaces: { name: string; role: string }[] };
    expect(workspaces.map(({ name, role }) => `${name}: ${role}`)).toContain('My workspace: owner');
    expect((await exchange(address)).status).toBe(404);
  });

  it('has a command for another address, on the port that it runs on, whatever the command’s own settings', async () => {
    const made = await spawnAdminJson(kurz.dataDirectory, 'user', 'sign-in-link', 'owner@localhost');
    expect(Object.keys(made).sort()).toEqual(['address', 'expiresAt', 'id', 'path']);
    expect(String(made['address'])).toContain(`${kurz.url}/app/sign-in#token=`);
    expect((await exchange(String(made['address']))).status).toBe(200);
    const unknown = await spawnAdminCommand(kurz.dataDirectory, 'user', 'sign-in-link', 'nobody@localhost');
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('no such user')]);
  });

  it('is alive and ready, every store with it', async () => {
    const alive = await fetch(`${kurz.url}/livez`);
    expect(alive.status).toBe(200);
    const ready = await fetch(`${kurz.url}/readyz`);
    expect(await ready.json()).toEqual({ ready: true, postgres: true, clickHouse: true, redirector: true });
  });

  it('makes a link by the banner’s command, which opens, scans and shows in its stats within seconds', async () => {
    const made = await runCurl(0);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      url: { slug: 'hello', zoneDomain: kurz.zone, url: 'https://example.com/', hits: 0 },
    });

    for (const path of ['/hello', '/q/hello']) {
      const answer = await open(path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe('https://example.com/');
    }

    expect(await statsWith(2)).toMatchObject({
      stats: {
        slug: 'hello',
        totals: { human: 2, bots: 0, requests: 2, qr: 1, click: 1 },
        source: { click: 1, qr: 1 },
        browsers: [{ v: 2 }],
        freshness: 'todayLive',
      },
    });
  });

  it('opens links under the address that it listens on as well', async () => {
    expect((await open('/hello', `127.0.0.1:${kurz.port}`)).status).toBe(302);
  });

  it('gives a workspace on the plan without limits', async () => {
    const answer = await fetch(`${kurz.url}/v1/urls/hello/stats`, {
      headers: { authorization: `Bearer ${kurz.token ?? ''}` },
    });
    expect(await answer.json()).toMatchObject({ stats: { range: { retentionDays: 9_007_199_254_740_991 } } });
  });

  it('answers an unknown slug with 404 and a wrong token with 401', async () => {
    expect((await open('/nobody-took-this')).status).toBe(404);
    const answer = await fetch(`${kurz.url}/v1/urls`, { headers: { authorization: 'Bearer kz_ws_wrong' } });
    expect(answer.status).toBe(401);
  });
});
