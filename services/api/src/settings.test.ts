import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SettingsError } from '@kurz/process';
import { readProcessSettings } from './settings';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-settings-'));
const plansFile = path.join(folder, 'plans.json');
afterAll(() => rmSync(folder, { recursive: true }));

const pepper = 'p'.repeat(32);
const least = {
  KURZ_TOKEN_PEPPER: pepper,
  KURZ_POSTGRES_URL: 'postgres://kurz:geheim@db/links',
  KURZ_REDIS_URL: 'rediss://cache:6379',
  KURZ_CLICKHOUSE_URL: 'https://kurz:geheim@clickhouse:8443',
};

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readProcessSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

test('A pepper and where the stores are is enough', () => {
  expect(readProcessSettings(least)).toMatchObject({
    ops: { host: '0.0.0.0', port: 9103 },
    port: 8081,
    maxConnections: 4_000,
    postgres: { host: 'db', maxConnections: 20 },
    clickHouses: [{ url: 'https://kurz:geheim@clickhouse:8443', database: 'kurz' }],
    api: { tokenPepper: pepper, trustedProxies: 0, anonymousLimit: 600 },
  });
});

test('stores on other machines need TLS, unless the network is private', () => {
  const plain = {
    ...least,
    KURZ_REDIS_URL: 'redis://cache:6379',
    KURZ_CLICKHOUSE_URL: 'http://kurz:geheim@clickhouse:8123',
  };
  expect(faultsOf(plain)).toEqual([
    expect.stringMatching(/^KURZ_REDIS_URL has no TLS/),
    expect.stringMatching(/^KURZ_CLICKHOUSE_URL has no TLS/),
  ]);
  expect(faultsOf({ ...plain, KURZ_PRIVATE_NETWORK: 'true' })).toEqual([]);
});

test('plans are the operator’s, and what people own is bounded, until a setting says otherwise', () => {
  const people = { planChoice: 'operator', maxWorkspaces: 10, maxInvitations: 50, maxPersonInvitations: 100 };
  expect(readProcessSettings(least).api).toMatchObject(people);
  const { api } = readProcessSettings({ ...least, KURZ_PLAN_CHOICE: 'people', KURZ_MAX_WORKSPACES: '3' });
  expect(api).toMatchObject({ ...people, planChoice: 'people', maxWorkspaces: 3 });
});

test('sessions may have a secret of their own', () => {
  const sessionSecret = 's'.repeat(32);
  const oldSessionSecret = 't'.repeat(32);
  const both = { KURZ_SESSION_SECRET: sessionSecret, KURZ_SESSION_SECRET_OLD: oldSessionSecret };
  const { api } = readProcessSettings({ ...least, ...both });
  expect(api).toMatchObject({ tokenPepper: pepper, sessionSecret, oldSessionSecret });
});

test('a plans file changes the plans', () => {
  writeFileSync(plansFile, '{"pro":{"linksPerMonth":1}}');
  const { api } = readProcessSettings({ ...least, KURZ_PLANS: plansFile });
  expect(api.plans?.pro.linksPerMonth).toBe(1);
});

test('named servers verify domains', () => {
  const { api } = readProcessSettings({ ...least, KURZ_DNS_SERVERS: '127.0.0.1:5353' });
  expect(api.dnsServers).toEqual(['127.0.0.1:5353']);
});

test('named networks may be asked beyond the public internet', () => {
  const { api } = readProcessSettings({ ...least, KURZ_OUTBOUND_ALLOW: '10.1.2.0/24' });
  expect(api.outboundAllowed?.hasAddress('10.1.2.3')).toBe(true);
  expect(readProcessSettings(least).api.outboundAllowed?.hasAddress('10.1.2.3')).toBe(false);
});

test.each([
  ['a short pepper', { KURZ_TOKEN_PEPPER: 'short' }, 'KURZ_TOKEN_PEPPER'],
  ['a short secret of sessions', { KURZ_SESSION_SECRET: 'short' }, 'KURZ_SESSION_SECRET'],
  ['a short old secret of sessions', { KURZ_SESSION_SECRET_OLD: 'short' }, 'KURZ_SESSION_SECRET_OLD'],
  ['a name server without an address', { KURZ_DNS_SERVERS: 'dns' }, 'KURZ_DNS_SERVERS'],
  ['an allowed target that is none', { KURZ_OUTBOUND_ALLOW: '10.0.0.0/99' }, 'KURZ_OUTBOUND_ALLOW'],
  ['a choice of plans that nobody has', { KURZ_PLAN_CHOICE: 'everybody' }, 'KURZ_PLAN_CHOICE'],
  ['no workspace at all', { KURZ_MAX_WORKSPACES: '0' }, 'KURZ_MAX_WORKSPACES'],
  ['an absent file', { KURZ_PLANS: `${folder}/absent` }, 'KURZ_PLANS'],
  ['a database that is none', { KURZ_POSTGRES_URL: 'mysql://db' }, 'KURZ_POSTGRES_URL'],
])('%s stops the start and is named', (_, environment: Record<string, string>, name) => {
  expect(faultsOf({ ...least, ...environment })).toEqual([expect.stringMatching(`^${name} `)]);
});

test('All faults are named at once, and no secret with them', () => {
  const faults = faultsOf({
    KURZ_PORT: 'web',
    KURZ_POSTGRES_URL: 'postgres://kurz:geheim@',
    KURZ_DNS_SERVERS: 'x',
    KURZ_SMTP_URL: 'smtp://mail.example',
    KURZ_MAIL_FROM: 'kurz@mail.example',
  });
  expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual([
    'KURZ_CLICKHOUSE_URL',
    'KURZ_DNS_SERVERS',
    'KURZ_PORT',
    'KURZ_POSTGRES_URL',
    'KURZ_REDIS_URL',
    'KURZ_SMTP_URL',
    'KURZ_TOKEN_PEPPER',
  ]);
  expect(faults.join()).not.toContain('geheim');
});
