import { sessionKeysOf } from './session-keys';

const tokenPepper = 'p'.repeat(32);

test('each purpose has a key of its own, of 256 bits, and none is the secret', () => {
  const keys = Object.values(sessionKeysOf({ tokenPepper })).map((key) => key.toString('hex'));
  expect(new Set(keys).size).toBe(3);
  expect(keys.map((key) => key.length)).toEqual([64, 64, 64]);
  expect(keys).not.toContain(Buffer.from(tokenPepper).toString('hex'));
});

test('the same secret gives the same keys after a restart, another one gives others', () => {
  const sessionSecret = 's'.repeat(32);
  expect(sessionKeysOf({ tokenPepper })).toEqual(sessionKeysOf({ tokenPepper }));
  expect(sessionKeysOf({ tokenPepper, sessionSecret })).not.toEqual(sessionKeysOf({ tokenPepper }));
  expect(sessionKeysOf({ tokenPepper: 'other', sessionSecret })).toEqual(
    sessionKeysOf({ tokenPepper, sessionSecret }),
  );
});
