import { hashPassword } from '@kurz/password-hash';
import { makeCheckPassword } from './check-password';

test('Of many tries at once so many are checked as may wait, and the others are told so', async () => {
  const hash = await hashPassword('correct horse');
  const check = makeCheckPassword();
  const passwords = Array.from({ length: 40 }, (_, n) => (n === 0 ? 'correct horse' : `horse ${n}`));
  const verdicts = await Promise.all(passwords.map((password) => check(hash, password)));
  expect(verdicts).toEqual(['right', ...Array<string>(31).fill('wrong'), ...Array<string>(8).fill('busy')]);
  expect(await check(hash, 'correct horse')).toBe('right');
});

test('A hash that is none is a fault, and those behind it are checked', async () => {
  const hash = await hashPassword('correct horse');
  const check = makeCheckPassword();
  const faulty = check('no hash', 'correct horse');
  const next = check(hash, 'correct horse');
  await expect(faulty).rejects.toThrow();
  expect(await next).toBe('right');
});
