import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readApiSettings } from './settings';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-settings-'));
const plansFile = path.join(folder, 'plans.json');
afterAll(() => rmSync(folder, { recursive: true }));

const pepper = 'p'.repeat(32);

test('a pepper is enough', () => {
  expect(readApiSettings({ KURZ_TOKEN_PEPPER: pepper })).toEqual({ tokenPepper: pepper });
});

test('sessions may have a secret of their own', () => {
  const sessionSecret = 's'.repeat(32);
  expect(readApiSettings({ KURZ_TOKEN_PEPPER: pepper, KURZ_SESSION_SECRET: sessionSecret })).toEqual({
    tokenPepper: pepper,
    sessionSecret,
  });
});

test('a plans file changes the plans', () => {
  writeFileSync(plansFile, '{"pro":{"linksPerMonth":1}}');
  const settings = readApiSettings({ KURZ_TOKEN_PEPPER: pepper, KURZ_PLANS_FILE: plansFile });
  expect(settings.plans?.pro.linksPerMonth).toBe(1);
});

test('named servers verify domains', () => {
  const settings = readApiSettings({ KURZ_TOKEN_PEPPER: pepper, KURZ_DNS_SERVERS: '127.0.0.1:5353' });
  expect(settings.dnsServers).toEqual(['127.0.0.1:5353']);
});

test.each([
  ['no pepper', {}, 'KURZ_TOKEN_PEPPER is missing'],
  ['a short pepper', { KURZ_TOKEN_PEPPER: 'short' }, 'KURZ_TOKEN_PEPPER'],
  [
    'a short secret of sessions',
    { KURZ_TOKEN_PEPPER: pepper, KURZ_SESSION_SECRET: 'short' },
    'KURZ_SESSION_SECRET',
  ],
  [
    'a name server without an address',
    { KURZ_TOKEN_PEPPER: pepper, KURZ_DNS_SERVERS: 'dns' },
    'KURZ_DNS_SERVERS',
  ],
  ['an absent file', { KURZ_TOKEN_PEPPER: pepper, KURZ_PLANS_FILE: `${folder}/absent` }, 'KURZ_PLANS_FILE'],
])('%s stops the start and is named', (_, environment, fault) => {
  expect(() => readApiSettings(environment)).toThrow(fault);
});
