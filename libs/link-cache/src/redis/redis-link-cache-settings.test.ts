import { SettingsError } from '@kurz/process';
import { redisLinkCacheSettingsOf } from './redis-link-cache-settings';

test('Without any setting the subscription is proven for less than the 3 s that are promised', () => {
  const { heartbeatMs, connectedMs } = redisLinkCacheSettingsOf({});
  expect(connectedMs).toBeLessThan(3_000);
  expect(connectedMs).toBeGreaterThan(2 * heartbeatMs);
});

test('All faults are named at once', () => {
  const attempt = () =>
    redisLinkCacheSettingsOf({ linkTtlMs: 0, tombstoneTtlMs: 60_000, connectedMs: 1_000 });
  expect(attempt).toThrow(SettingsError);
  expect(attempt).toThrow(/linkTtlMs[^]*tombstoneTtlMs[^]*connectedMs/);
});
