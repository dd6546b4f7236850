// A change whose audit event cannot be written is rolled back. For each audited endpoint a trigger refuses the event,
// and the database then holds what it held before.

import { sql } from 'kysely';
import { auditedEndpoints } from './audited-endpoints';
import { addPerson } from './console-browser';
import { startApi } from './start-api';
import { startDnsServer } from './start-dns-server';
import { makeWritingWorld, type OpenedWorld } from './writing-world';

let opened: OpenedWorld;
const world = makeWritingWorld(() => opened);
const cases = auditedEndpoints(world);
beforeAll(async () => {
  const dns = await startDnsServer();
  const api = await startApi({
    isLocalhost: true,
    settings: { dnsServers: [dns.address], planChoice: 'people', maxWorkspaces: 1_000 },
  });
  opened = { api, dns, owner: await addPerson(api), workspaceId: '' };
  opened.workspaceId = await world.newWorkspace();
  await world.workspaceToken();
  await sql`
    CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'no event is written'; END $$`.execute(api.db);
});
afterAll(async () => {
  await opened.api.close();
  await opened.dns.close();
});

const rowsOf = (found: Map<string, string> | undefined, table: string) =>
  (found?.get(table) ?? '').split('\n');

/** Last-seen times and stored answers of failed requests are not changes. A loop empties counted_links. */
const UNWATCHED = ['sessions', 'idempotent_answers', 'migrations', 'installation', 'counted_links'];
const OUTBOX = 'link_changes';
const UNWATCHED_COLUMNS = ['last_used_on'];

async function contents(): Promise<Map<string, string>> {
  const { db } = opened.api;
  const tables = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`.execute(db);
  const found = new Map<string, string>();
  for (const { name } of tables.rows.filter((table) => !UNWATCHED.includes(table.name))) {
    const { rows } = await sql<{ text: string }>`
      SELECT (to_jsonb(whole_row) - ${UNWATCHED_COLUMNS}::text[])::text AS text FROM ${sql.table(name)} AS whole_row ORDER BY 1`.execute(
      db,
    );
    found.set(name, rows.map(({ text }) => text).join('\n'));
  }
  return found;
}

const written = Object.entries(cases).flatMap(([endpoint, one]) =>
  'action' in one ? [[endpoint, one.call] as const] : [],
);

test.each(written)('%s changes nothing without its event', async (endpoint, call) => {
  const { db } = opened.api;
  let before: Map<string, string> | undefined;
  const refuse = async () => {
    before = await contents();
    await sql`
      CREATE TRIGGER refuse_event BEFORE INSERT ON audit_events
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_event()`.execute(db);
  };
  try {
    // a case that prepares nothing does not call `begin`
    const isPrepared = call.length > 0;
    if (!isPrepared) await refuse();
    expect(await call(refuse)).toBe(500);
    expect(before).toBeDefined();
    const after = await contents();
    // an outbox is emptied meanwhile, and nothing is added to it
    expect(rowsOf(before, OUTBOX)).toEqual(expect.arrayContaining(rowsOf(after, OUTBOX).filter(Boolean)));
    for (const found of [before, after]) found?.delete(OUTBOX);
    expect(after).toEqual(before);
  } finally {
    await sql`DROP TRIGGER IF EXISTS refuse_event ON audit_events`.execute(db);
  }
});
