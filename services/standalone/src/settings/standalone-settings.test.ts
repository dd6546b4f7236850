import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SettingsError } from '@kurz/process';
import { readStandaloneSettings } from './standalone-settings';

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readStandaloneSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

describe('readStandaloneSettings', () => {
  it('serves on 127.0.0.1:3000 with its data in ./data of the checkout when nothing is set', () => {
    const settings = readStandaloneSettings({});
    expect(settings).toMatchObject({ port: 3000, host: '127.0.0.1', logLevel: 'warn', trustedProxies: 0 });
    expect(settings.dataDirectory).toBe(path.resolve(__dirname, '../../../../data'));
  });

  it('counts relative paths from the checkout', () => {
    const checkout = mkdtempSync(path.join(os.tmpdir(), 'kurz-settings-'));
    writeFileSync(path.join(checkout, 'geo.mmdb'), '');
    writeFileSync(path.join(checkout, 'plans.json'), '{"free":{"linksPerMonth":7}}');
    const environment = { KURZ_DATA_DIR: 'elsewhere', KURZ_GEO_DB: 'geo.mmdb', KURZ_PLANS: 'plans.json' };
    const settings = readStandaloneSettings(environment, checkout);
    rmSync(checkout, { recursive: true });
    expect(settings.dataDirectory).toBe(path.join(checkout, 'elsewhere'));
    expect(settings.geoFile).toBe(path.join(checkout, 'geo.mmdb'));
    expect(settings.api.plans?.free.linksPerMonth).toBe(7);
  });

  it('asks the named name servers about custom domains, by default the system’s', () => {
    expect(readStandaloneSettings({}).api.dnsServers).toBeUndefined();
    const named = readStandaloneSettings({ KURZ_DNS_SERVERS: '127.0.0.1:5353, 9.9.9.9' });
    expect(named.api.dnsServers).toEqual(['127.0.0.1:5353', '9.9.9.9']);
    expect(faultsOf({ KURZ_DNS_SERVERS: 'dns.example.com' })).toEqual([
      'KURZ_DNS_SERVERS must be addresses, separated by commas',
    ]);
  });

  it('leaves plans to the operator until people may choose', () => {
    const people = {
      planChoice: 'operator',
      maxWorkspaces: 10,
      maxInvitations: 50,
      maxPersonInvitations: 100,
    };
    expect(readStandaloneSettings({}).api).toMatchObject(people);
    const { api: changed } = readStandaloneSettings({
      KURZ_PLAN_CHOICE: 'people',
      KURZ_MAX_INVITATIONS: '5',
    });
    expect(changed).toMatchObject({ ...people, planChoice: 'people', maxInvitations: 5 });
  });

  it('lists a wrong name server beside what else is wrong', () => {
    expect(faultsOf({ KURZ_PORT: '99999', KURZ_DNS_SERVERS: 'foo' })).toEqual([
      'KURZ_PORT must be <= 65535',
      'KURZ_DNS_SERVERS must be addresses, separated by commas',
    ]);
  });

  it('opens an operations server where a port is named, for this machine by default', () => {
    expect(readStandaloneSettings({}).ops).toBeUndefined();
    const { ops } = readStandaloneSettings({ KURZ_OPS_PORT: '9100' });
    expect(ops).toEqual({ host: '127.0.0.1', port: 9100 });
    expect(readStandaloneSettings({ KURZ_OPS_PORT: '9100', KURZ_OPS_HOST: '::1' }).ops?.host).toBe('::1');
  });

  it('answers plain requests on the fast path by default', () => {
    expect(readStandaloneSettings({}).isFastPathOn).toBe(true);
    expect(readStandaloneSettings({ KURZ_FAST_PATH: 'false' }).isFastPathOn).toBe(false);
  });

  it('lists every fault at once, those of named files as well', () => {
    const faults = faultsOf({
      KURZ_PORT: '70000',
      KURZ_LOG_LEVEL: 'loud',
      KURZ_FSYNC_MS: 'soon',
      KURZ_PLANS: '/nowhere/plans.json',
      KURZ_GEO_DB: '/nowhere/geo.mmdb',
    });
    expect(faults.map((fault) => /^\w+/.exec(fault)?.[0])).toEqual([
      'KURZ_PORT',
      'KURZ_LOG_LEVEL',
      'KURZ_FSYNC_MS',
      'KURZ_GEO_DB',
      'KURZ_PLANS',
    ]);
  });

  it.each(['0', '-1', '65536', '80.5', 'http'])('refuses the port %s', (port) => {
    expect(faultsOf({ KURZ_PORT: port })).toHaveLength(1);
  });
});
