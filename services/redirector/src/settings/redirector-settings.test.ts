import { SettingsError } from '@kurz/process';
import { redirectorSettingsOf } from './redirector-settings';

test('Nothing given means the defaults', () => {
  expect(redirectorSettingsOf({})).toEqual({
    trustedProxies: 0,
    hostAliases: {},
    nearCacheBytes: 67_108_864,
    nearCacheTtlMs: 3_600_000,
    nearCacheUnknownTtlMs: 5_000,
    maxParallelLookups: 64,
    lookupTimeoutMs: 2_500,
    zoneRefreshMs: 30_000,
    outboxMs: 0,
    revalidateMs: 0,
  });
});

test('All faults are named at once', () => {
  const faults = () =>
    redirectorSettingsOf({ trustedProxies: -1, maxParallelLookups: 0, zoneRefreshMs: NaN });
  expect(faults).toThrow(SettingsError);
  expect(faults).toThrow(/trustedProxies[^]*maxParallelLookups[^]*zoneRefreshMs/);
});
