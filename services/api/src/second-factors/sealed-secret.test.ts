import { randomBytes } from 'node:crypto';
import { openSecret, sealSecret } from './sealed-secret';

const [key, other] = [randomBytes(32), randomBytes(32)];
const secret = Buffer.from('a secret of some bytes');

test('a secret opens for its owner, and says when its key is the older one', () => {
  const sealed = sealSecret(secret, 'usr_1', [key]);
  expect(openSecret(sealed, 'usr_1', [key])).toEqual({ secret, isOld: false });
  expect(openSecret(sealed, 'usr_1', [other, key])).toEqual({ secret, isOld: true });
});

test('it opens neither for another owner nor under another key', () => {
  const sealed = sealSecret(secret, 'usr_1', [key]);
  expect(openSecret(sealed, 'usr_2', [key])).toBeUndefined();
  expect(openSecret(sealed, 'usr_1', [other])).toBeUndefined();
});

test('it does not open with any byte changed, or cut off', () => {
  const sealed = sealSecret(secret, 'usr_1', [key]);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openSecret(changed, 'usr_1', [key])).toBeUndefined();
    expect(openSecret(sealed.subarray(0, at), 'usr_1', [key])).toBeUndefined();
  }
});

test('two seals of one secret differ, and show nothing of it', () => {
  const [first, second] = [sealSecret(secret, 'usr_1', [key]), sealSecret(secret, 'usr_1', [key])];
  expect(first.equals(second)).toBe(false);
  expect(first.includes(secret)).toBe(false);
});
