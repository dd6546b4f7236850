import { sessionKeysOf } from './session-keys';

const tokenPepper = 'p'.repeat(32);
const oldTokenPepper = 'q'.repeat(32);
const sessionSecret = 's'.repeat(32);
const oldSessionSecret = 't'.repeat(32);

test('each purpose has a key of its own, of 256 bits, and none is the secret', () => {
  const { mail, ...others } = sessionKeysOf({ tokenPepper });
  const keys = [...Object.values(others), ...Object.values(mail)].map(([key]) => key.toString('hex'));
  expect(new Set(keys).size).toBe(8);
  expect(new Set(keys.map((key) => key.length))).toEqual(new Set([64]));
  expect(keys).not.toContain(Buffer.from(tokenPepper).toString('hex'));
});

test('the same secret gives the same keys after a restart, another one gives others', () => {
  expect(sessionKeysOf({ tokenPepper })).toEqual(sessionKeysOf({ tokenPepper }));
  expect(sessionKeysOf({ tokenPepper, sessionSecret })).not.toEqual(sessionKeysOf({ tokenPepper }));
  expect(sessionKeysOf({ tokenPepper: 'other', sessionSecret })).toEqual(
    sessionKeysOf({ tokenPepper, sessionSecret }),
  );
});

test('an old secret is recognised beside the newest, and an old pepper where peppers serve', () => {
  const [newest] = sessionKeysOf({ tokenPepper, sessionSecret }).refresh;
  const [old] = sessionKeysOf({ tokenPepper, sessionSecret: oldSessionSecret }).refresh;
  const [ofOldPepper] = sessionKeysOf({ tokenPepper: oldTokenPepper }).refresh;
  const [ofPepper] = sessionKeysOf({ tokenPepper }).refresh;
  const peppers = { tokenPepper, oldTokenPepper };
  expect(sessionKeysOf({ ...peppers, sessionSecret, oldSessionSecret }).refresh).toEqual([newest, old]);
  expect(sessionKeysOf({ ...peppers, sessionSecret }).refresh).toEqual([newest]);
  expect(sessionKeysOf(peppers).refresh).toEqual([ofPepper, ofOldPepper]);
});
