// Idempotency-Key on POST: malformed keys, keys of another request, and keys whose request is still running.

import { untilLockWaits } from '../lock-waits';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, ListAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const url = 'https://shop.example/';
const post = (path: string, body: unknown, key: string, headers = {}) =>
  api.fetchJson<ErrorAnswer>('POST', path, { body, headers: { 'idempotency-key': key, ...headers } });
const total = async () => (await api.fetchJson<ListAnswer>('GET', '/urls')).body.total;

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

test.each([
  ['empty', ''],
  ['of two words', 'two words'],
  ['of 256 characters', 'k'.repeat(256)],
  ['beyond ASCII', 'schl\u00fcssel'],
])('a key that is %s: 400 that names the header, and nothing is created', async (_, key) => {
  const before = await total();
  const { status, body } = await post('/urls', { url }, key);
  expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(body.error).toContain('"Idempotency-Key"');
  expect(await total()).toBe(before);
});

test('a key of 255 visible characters is one', async () => {
  expect((await post('/urls', { url }, `"${'~'.repeat(253)}"`)).status).toBe(201);
});

test('the key of another body or another endpoint: 422, and nothing is created', async () => {
  await post('/urls', { url }, 'mine');
  const before = await total();
  for (const [path, body] of [
    ['/urls', { url, title: 'other' }],
    ['/urls/batch', { url }],
    ['/urls/batch', { links: [{ url }] }],
  ] as const) {
    const answered = await post(path, body, 'mine');
    expect([answered.status, answered.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  }
  expect((await post('/urls', { url: 5 }, 'mine', { 'accept-language': 'de' })).body.error).toContain(
    'gehört',
  );
  expect(await total()).toBe(before);
});

/** Waits until a request waits for the allowance. By then it holds its key's lock. */
const holdsKey = () => untilLockWaits(api.db, { within: 'link_quota' });

test('while the first request runs, its copy hears 409 with Retry-After at once, and later the answer', async () => {
  await post('/urls', { url }, 'before');
  const [unlock, locked] = [deferred(), deferred()];
  const holding = api.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('link_quota').selectAll().forUpdate().execute();
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  const first = post('/urls', { url }, 'slow');
  await holdsKey();
  const copy = await post('/urls', { url }, 'slow');
  expect([copy.status, copy.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
  expect(copy.headers.get('retry-after')).toBe('1');
  unlock.resolve();
  await holding;
  expect((await first).status).toBe(201);
  expect((await post('/urls', { url }, 'slow')).headers.get('idempotent-replayed')).toBe('true');
});

test('an error of the service itself is not kept: the same key creates when it works again', async () => {
  const body = { url, slug: 'after-the-fault' };
  await api.db.schema.alterTable('link_changes').renameTo('link_changes_away').execute();
  const failed = await post('/urls', body, 'unlucky');
  await api.db.schema.alterTable('link_changes_away').renameTo('link_changes').execute();
  expect(failed.status).toBe(500);
  expect((await api.fetchJson('GET', '/urls/after-the-fault')).status).toBe(404);
  const again = await post('/urls', body, 'unlucky');
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null]);
});
