// PostgreSQL runs and accepts no connection of the API, as while its password is replaced: callers hear when to retry.

import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({
    through: (postgres) => Promise.resolve({ ...postgres, database: 'none_of_this_name' }),
  });
});
afterAll(() => api.close());

test('a request is answered 503, with the time to come again', async () => {
  const { status, headers, body } = await api.fetchJson<ErrorAnswer>('GET', '/urls');
  expect([status, body.code]).toEqual([503, 'STORE_UNAVAILABLE']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});
