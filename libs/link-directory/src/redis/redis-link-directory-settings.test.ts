import { SettingsError } from '@kurz/process';
import { redisLinkDirectorySettingsOf } from './redis-link-directory-settings';

test('Without any setting the subscription is proven for less than the 3 s that are promised', () => {
  const { beatMs, proofMs } = redisLinkDirectorySettingsOf({});
  expect(proofMs).toBeLessThan(3_000);
  expect(proofMs).toBeGreaterThan(2 * beatMs);
});

test('All faults are named at once', () => {
  const attempt = () =>
    redisLinkDirectorySettingsOf({ linkTtlMs: 0, tombstoneTtlMs: 60_000, proofMs: 1_000 });
  expect(attempt).toThrow(SettingsError);
  expect(attempt).toThrow(/linkTtlMs[^]*tombstoneTtlMs[^]*proofMs/);
});
