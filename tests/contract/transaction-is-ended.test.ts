// PostgreSQL aborts a request's transaction: by a deadlock, because the disk is full, or because it is read-only. The
// caller is told when to retry, nothing is stored, and the same request succeeds once PostgreSQL accepts it.

import { sql } from 'kysely';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** While `during` runs, each insert of an audit event fails with the code. */
async function endTransactions<T>(code: string, during: () => Promise<T>): Promise<T> {
  await sql`
    CREATE FUNCTION end_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'ended' USING ERRCODE = ${sql.lit(code)}; END $$`.execute(api.db);
  await sql`
    CREATE TRIGGER end_transaction BEFORE INSERT ON audit_events
    FOR EACH STATEMENT EXECUTE FUNCTION end_transaction()`.execute(api.db);
  try {
    return await during();
  } finally {
    await sql`DROP FUNCTION end_transaction CASCADE`.execute(api.db);
  }
}

test.each(['25006', '40001', '40P01', '53100', '55P03', '57014'])(
  'a creation that PostgreSQL ends with %s is answered 503, and succeeds once when it is repeated',
  async (code) => {
    const slug = `ended-${code}`;
    const body = { url: 'https://example.com/', slug };
    const create = () =>
      api.fetchJson<UrlAnswer & ErrorAnswer>('POST', '/urls', { body, headers: { 'idempotency-key': slug } });
    const refused = await endTransactions(code, create);
    expect([refused.status, refused.body.code]).toEqual([503, 'STORE_UNAVAILABLE']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await api.fetchJson('GET', `/urls/${slug}`)).status).toBe(404);
    const made = await create();
    expect([made.status, made.body.url.slug]).toEqual([201, slug]);
    const repeated = await create();
    expect([repeated.status, repeated.body.url.id]).toEqual([201, made.body.url.id]);
  },
);
