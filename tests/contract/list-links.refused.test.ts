// GET /urls, contract §4.4 and §8: queries that are refused, each naming its parameter.

import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, ListAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test.each([
  ['limit=101', 'limit'],
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=10.5', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=1e1', 'limit'],
  ['limit=10&limit=20', 'limit'],
  ['page=0', 'page'],
  ['page=1.5', 'page'],
  ['page=0x10', 'page'],
  ['page=99999999999999999999', 'page'],
  ['page=1&page=2', 'page'],
  ['q=a&q=b', 'q'],
  [`q=${'a'.repeat(201)}`, 'q'],
  ['q=a%00', 'q'],
  ['q=a%01', 'q'],
  ['campaign=a&campaign=b', 'campaign'],
  ['campaign=%00', 'campaign'],
  ['zoneDomain=a&zoneDomain=b', 'zoneDomain'],
])('?%s: 400 VALIDATION_FAILED that names %s', async (query, name) => {
  const { status, body } = await api.fetchJson<ErrorAnswer>('GET', `/urls?${query}`);
  expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(body.error).toContain(`"${name}"`);
});

test.each([
  'limit=100',
  'limit=1',
  'page=1',
  `q=${'%F0%9F%98%80'.repeat(200)}`,
  'q=',
  'campaign=',
  'zoneDomain=',
  'x=1',
])('?%s is taken', async (query) => {
  const { status, body } = await api.fetchJson<ListAnswer>('GET', `/urls?${query}`);
  expect(status).toBe(200);
  expect(body).toEqual({ urls: [], total: 0 });
});
