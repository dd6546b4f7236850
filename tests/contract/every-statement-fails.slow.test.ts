// Each statement of a writing request fails once: PostgreSQL ends its transaction, or executes it and the answer is
// lost. The response says whether the change was made, or that this is unknown. The change is stored whole or not at
// all. The same request again gives one effect; no transaction stays open, and the link cache matches PostgreSQL.

import { createUser, makeSignInLink } from '@kurz/api';
import { startProxy, type TestProxy } from '@kurz/backends';
import { sql } from 'kysely';
import { until } from '../until';
import { openBrowser } from './console-browser';
import { failStatements, type StatementFault } from './fail-statements';
import { elsewhere } from './passkey-person';
import { startApi, type TestApi } from './start-api';

let api: TestApi;
let proxy: TestProxy;
let faults: ReturnType<typeof failStatements>;
beforeAll(async () => {
  api = await startApi({
    settings: { trustedProxies: 1 },
    through: async (postgres) => {
      proxy = await startProxy(postgres);
      faults = failStatements(proxy);
      return { ...postgres, host: proxy.host, port: proxy.port };
    },
  });
  await api.db.updateTable('workspaces').set({ plan: 'business' }).execute();
  // the first link of a workspace writes more than the others
  await addLink();
});
afterAll(async () => {
  await api.close();
  await proxy.close();
});

type Send = () => Promise<{ status: number; headers: Headers }>;
/** Prepares a request. `again`: the status of its repetition after it has taken effect. */
type Request = { make: () => Promise<Send>; again: number };

const slugs: string[] = [];
const newName = () => {
  slugs.push(`failing-${slugs.length}`);
  return slugs.at(-1) ?? '';
};
const newLink = () => ({ url: 'https://example.com/', slug: newName(), tags: ['spring', newName()] });
const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  api.fetchJson<object>(method, path, { body, headers });

async function addLink() {
  const link = newLink();
  expect((await call('POST', '/urls', link)).status).toBe(201);
  return link;
}

const requests: Record<string, Request> = {
  'a creation with an Idempotency-Key': {
    make: () => {
      const [body, headers] = [{ ...newLink(), externalId: newName() }, { 'idempotency-key': newName() }];
      return Promise.resolve(() => call('POST', '/urls', body, headers));
    },
    again: 201,
  },
  'a batch with an Idempotency-Key': {
    make: () => {
      const links = [newLink(), { url: 'https://example.com/' }, { url: 'none' }];
      const headers = { 'idempotency-key': newName() };
      return Promise.resolve(() => call('POST', '/urls/batch', { links }, headers));
    },
    again: 200,
  },
  'another slug and tags': {
    make: async () => {
      const [{ slug }, body] = [await addLink(), { newSlug: newName(), tags: [newName()] }];
      return () => call('PATCH', `/urls/${slug}`, body);
    },
    again: 404,
  },
  'a deletion': {
    make: async () => {
      const { slug } = await addLink();
      return () => call('DELETE', `/urls/${slug}`);
    },
    again: 404,
  },
  'a sign-in by a link': {
    make: async () => {
      const created = await createUser(api.db, { email: `${newName()}@example.com` });
      if (created.kind !== 'created') throw new Error(created.kind);
      const link = await makeSignInLink(api.db, { userId: created.userId, now: new Date() });
      if (link.kind !== 'made') throw new Error(link.kind);
      const body = { secret: link.path.replace('/app/sign-in#token=', '') };
      return () => openBrowser(api).call('POST', '/session/link', { body, headers: elsewhere() });
    },
    again: 404,
  },
};

/** Loops of their own write the outbox and the hits of tags. Days of use are no part of a change. */
const UNWATCHED = ['link_changes', 'counted_links', 'tokens'];

async function stored(): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`.execute(api.db);
  const names = tables.rows.map(({ name }) => name).filter((name) => !UNWATCHED.includes(name));
  const rows = names.map(
    (name) => sql`SELECT ${sql.lit(name)} || ' ' || kept::text AS row FROM ${sql.table(name)} AS kept`,
  );
  const all = await sql<{ row: string }>`${sql.join(rows, sql` UNION ALL `)}`.execute(api.db);
  return all.rows.map(({ row }) => row);
}

/** In which tables rows came and went. Some tables hold equal rows. */
function changesBetween(before: readonly string[], after: readonly string[]): string[] {
  const missing = (rows: readonly string[], from: readonly string[]) => {
    const left = new Map<string, number>();
    for (const row of from) left.set(row, (left.get(row) ?? 0) + 1);
    return rows.filter((row) => {
      left.set(row, (left.get(row) ?? 0) - 1);
      return (left.get(row) ?? 0) < 0;
    });
  };
  const tableOf = (row: string) => row.split(' ', 1)[0] ?? '';
  return [
    ...missing(before, after).map((row) => `-${tableOf(row)}`),
    ...missing(after, before).map((row) => `+${tableOf(row)}`),
  ].sort();
}

async function isNothingOpen(): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'
    UNION ALL
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE locktype = 'advisory' AND datname = current_database()`.execute(api.db);
  return rows.length === 0;
}

/** Returns false when there is no n-th statement. */
async function failNth(n: number, how: StatementFault, { make, again }: Request, whole: Whole) {
  const send = await make();
  const before = await stored();
  faults.failNth(n, how);
  const first = await send();
  if (!faults.heal()) return false;
  const done = changesBetween(before, await stored());
  if (first.status === 503) expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
  else expect([first.status, done]).toEqual([whole.status, whole.changes]);
  const isDone = done.length > 0;
  if (isDone) expect(done).toEqual(whole.changes);
  expect((await send()).status).toBe(isDone ? again : whole.status);
  expect(changesBetween(before, await stored())).toEqual(whole.changes);
  await until(isNothingOpen, { what: 'no transaction is open' });
  return true;
}

/** Links for which the link cache differs from PostgreSQL, or for which a change is pending. */
async function untoldLinks(): Promise<string[]> {
  const waiting = await api.db.selectFrom('link_changes').select('slug').execute();
  const links = await api.db.selectFrom('links').select(['slug', 'version']).execute();
  const versions = new Map(links.map(({ slug, version }) => [slug, version]));
  const untold = waiting.map(({ slug }) => slug ?? '');
  for (const slug of slugs) {
    const entry = await api.linkCache.get({ zoneId: api.zoneId, slug });
    const told = entry?.kind === 'link' ? entry.version : undefined;
    if (told !== versions.get(slug)) untold.push(slug);
  }
  return untold;
}

type Whole = { status: number; changes: string[] };

const cases = Object.entries(requests).flatMap(([name, request]) =>
  (['refused', 'lost'] as const).map((how) => [name, how, request] as const),
);

test.each(cases)('%s is whole or nothing, whichever of its statements is %s', async (_, how, request) => {
  const send = await request.make();
  const before = await stored();
  const { status } = await send();
  const whole = { status, changes: changesBetween(before, await stored()) };
  expect(whole.changes.length).toBeGreaterThan(0);
  let statements = 0;
  while (await failNth(statements + 1, how, request, whole)) statements++;
  expect(statements).toBeGreaterThan(5);
  await until(async () => (await untoldLinks()).length === 0, { what: 'the link cache is right' });
});
