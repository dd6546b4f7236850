import { stateOf } from './state-of';

const now = Date.UTC(2030, 0, 1);
const before = '2029-12-31T23:59:59.999Z';
const after = '2030-01-01T00:00:00.001Z';

test.each([
  ['active', {}],
  ['active', { startsAt: before, expiresAt: after }],
  ['scheduled', { startsAt: after }],
  ['ended', { expiresAt: before }],
  ['ended', { expiresAt: '2030-01-01T00:00:00.000Z' }],
  ['paused', { isEnabled: false, expiresAt: before }],
  ['unsafe', { isUnsafe: true, expiresAt: before } as const],
  ['restricted', { isRestricted: true, startsAt: after } as const],
])('a link is %s by %j', (state, fields) => {
  expect(stateOf({ isEnabled: true, ...fields }, now)).toBe(state);
});
