// Guessing the secrets of password reset links.

import { addEmailLink } from './add-email-link';
import { addPerson, openBrowser } from './console-browser';
import { startApi, type TestApi } from './start-api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ settings: { trustedProxies: 1 } });
});
afterAll(() => api.close());

const reset = async (secret: string, address: string) =>
  (
    await openBrowser(api).call('POST', '/password-resets/confirm', {
      body: { secret, password: 'a stable of one staple' },
      headers: { 'x-forwarded-for': address },
    })
  ).status;

test('one client has 30 wrong links in 15 minutes, and others are not kept from theirs', async () => {
  const person = await addPerson(api);
  const secret = await addEmailLink(api, person, 'password-reset');
  const wrong = 'w'.repeat(43);
  for (let guess = 0; guess < 30; guess++) expect(await reset(wrong, '192.0.2.1')).toBe(404);
  expect(await reset(secret, '192.0.2.1')).toBe(429);
  expect(await reset(secret, '192.0.2.2')).toBe(204);
});
