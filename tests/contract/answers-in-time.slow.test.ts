// The contract's promises about time: answers while a store or name server is silent, and pages far into a list.

import type { LinkStats } from '../../services/api/src/stats/link-stats';
import { until } from '../until';
import { addPerson, openBrowser } from './console-browser';
import { signIn } from './sign-in';
import { startApiOnOwnClickHouse } from './start-api';
import { startDnsServer, type TestDnsServer } from './start-dns-server';
import type { ErrorAnswer } from './url-answer';
import { usageOf } from './usage-answer';

let dns: TestDnsServer;
let api: Awaited<ReturnType<typeof startApiOnOwnClickHouse>>;
let addresses = 0;
beforeAll(async () => {
  dns = await startDnsServer();
  api = await startApiOnOwnClickHouse({ settings: { dnsServers: [dns.address], trustedProxies: 1 } });
  await api.fetchJson('POST', '/urls', { body: { url: 'https://a.example/', slug: 'mine' } });
});
afterAll(async () => {
  await api.close();
  await dns.close();
});

const read = (path: string) => api.fetchJson<ErrorAnswer>('GET', path);

test('a past window while ClickHouse answers nothing: 503 within 2.5 s, and 200 once it answers', async () => {
  const path = '/urls/mine/stats?from=2026-01-01&to=2026-01-31';
  api.clickHouseServer.freeze();
  try {
    const start = performance.now();
    const answered = await read(path);
    expect(performance.now() - start).toBeLessThan(2_500);
    expect([answered.status, answered.body.code]).toEqual([503, 'ANALYTICS_UNAVAILABLE']);
    expect(Number(answered.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const recent = await api.fetchJson<{ stats: LinkStats }>('GET', '/urls/mine/stats');
    expect([recent.status, recent.body.stats.freshness]).toEqual([200, 'degraded']);
  } finally {
    api.clickHouseServer.thaw();
  }
  // the circuit breaker probes every 250 ms; a probe in flight may first take its second
  const thawed = performance.now();
  await until(async () => (await read(path)).status === 200, { what: 'the circuit breaker is closed' });
  expect(performance.now() - thawed).toBeLessThan(2_500);
});

test('usage leaves its events out within 3 s while ClickHouse answers nothing', async () => {
  expect((await usageOf(api, api.token)).events).toBeDefined();
  api.clickHouseServer.freeze();
  try {
    const start = performance.now();
    expect((await usageOf(api, api.token)).events).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(3_000);
  } finally {
    api.clickHouseServer.thaw();
  }
});

test('page 1,000,000,000 is empty, knows the total and is quick', async () => {
  const { token } = await api.addWorkspace();
  await api.fetchJson('POST', '/urls', { token, body: { url: 'https://a.example/', slug: 'only' } });
  const began = performance.now();
  const answered = await api.fetchJson('GET', '/urls?limit=100&page=1000000000', { token });
  expect(answered.body).toEqual({ urls: [], total: 1 });
  expect(performance.now() - began).toBeLessThan(500);
});

test('a hundred links with twenty times of almost the whole week each are made within seconds', async () => {
  const { token } = await api.addWorkspace({ plan: 'business' });
  const zones = Array.from({ length: 20 }, (_, at) => (at < 10 ? `Etc/GMT-${at}` : `Etc/GMT+${at - 9}`));
  const rules = zones.map((zone) => ({
    when: { time: { zone, from: '00:01', to: '00:00' } },
    url: 'https://a.example/',
  }));
  const links = Array.from({ length: 100 }, () => ({ url: 'https://a.example/', rules }));
  const began = performance.now();
  const answered = await api.fetchJson('POST', '/urls/batch', { token, body: { links } });
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(answered.body).toMatchObject({ created: 100 });
});

test('a silent name server is given up within seconds', async () => {
  const { workspaceId } = await api.addWorkspace({ plan: 'team' });
  const admin = await signIn(api, { [workspaceId]: 'admin' });
  const path = `/workspaces/${workspaceId}/zones`;
  const added = await admin.ask<{ zone: { id: string } }>('POST', path, { domain: 'go.customer.example' });
  dns.behave('stay_silent');
  const began = Date.now();
  const answered = await admin.ask<ErrorAnswer>('POST', `${path}/${added.body.zone.id}/verify`);
  expect([answered.status, answered.body.code]).toEqual([503, 'DNS_UNAVAILABLE']);
  expect(Date.now() - began).toBeLessThan(7_000);
});

test('an unknown e-mail takes as long as a wrong password', async () => {
  const timeOf = async (email: string) => {
    const began = performance.now();
    await openBrowser(api).call('POST', '/session', {
      body: { email, password: 'not the password' },
      headers: { 'x-forwarded-for': `198.51.100.${++addresses}` },
    });
    return performance.now() - began;
  };
  const { email } = await addPerson(api);
  const [known, unknown] = [[] as number[], [] as number[]];
  for (let times = 1; times <= 5; times++) {
    known.push(await timeOf(email));
    unknown.push(await timeOf(`nobody-${times}@example.com`));
  }
  // without the dummy work it would be a tenth; noise on the machine is less than half
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2);
});
