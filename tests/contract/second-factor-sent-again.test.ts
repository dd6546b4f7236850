// An authenticator's confirmation is sent again after its answer was lost: the answer does not deny the factor.

import { stepAt, totpOf } from '../../services/api/src/second-factors/totp';
import { bytesOfBase32 } from './base32';
import { addPerson, PASSWORD } from './console-browser';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('the second confirmation hears that there is an authenticator, with a right code and a wrong one', async () => {
  const { browser } = await addPerson(api);
  const begun = await browser.call<{ secret: string }>('POST', '/me/second-factor/totp', {
    body: { password: PASSWORD },
  });
  const code = totpOf(bytesOfBase32(begun.body.secret), stepAt(Date.now()));
  const confirm = (sent: string) =>
    browser.call<ErrorAnswer>('POST', '/me/second-factor/totp/confirm', { body: { code: sent } });
  expect((await confirm(code)).status).toBe(200);
  for (const sent of [code, '000000']) {
    const again = await confirm(sent);
    expect([again.status, again.body.code]).toEqual([409, 'SECOND_FACTOR_EXISTS']);
  }
});
