import { hashPassword, isPasswordOf } from '@kurz/password-hash';
import { NOBODYS_HASH } from './check-password';

test('the hash that stands in for an unknown person costs the work of every other', async () => {
  const parametersOf = (passwordHash: string) => passwordHash.split('$').slice(0, 4);
  expect(parametersOf(NOBODYS_HASH)).toEqual(parametersOf(await hashPassword('any password')));
  expect(parametersOf(NOBODYS_HASH)[1]).toBe('argon2id');
});

test('nobody’s password is none that people try', async () => {
  for (const password of ['', 'password', NOBODYS_HASH]) {
    expect(await isPasswordOf(NOBODYS_HASH, password)).toBe(false);
  }
});
