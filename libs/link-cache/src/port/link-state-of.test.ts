import { linkStateOf } from './link-state-of';

test.each([
  [true, false, false, 'enabled'],
  [true, false, true, 'unsafe'],
  [false, false, false, 'paused'],
  [false, false, true, 'paused'],
  [true, true, false, 'restricted'],
  [false, true, true, 'restricted'],
])('enabled %s, restricted %s, unsafe %s is %s', (isEnabled, isRestricted, isUnsafe, state) => {
  expect(linkStateOf({ isEnabled, isRestricted, isUnsafe })).toBe(state);
});
