import { canUsePlatformatic } from './can-use-platformatic';

it.each([
  ['20.19.0', false],
  ['22.21.9', false],
  ['22.22.0', true],
  ['24.6.0', true],
  ['26.0.0', true],
])('on Node %s: %s', (version, isUsable) => {
  expect(canUsePlatformatic(version)).toBe(isUsable);
});
