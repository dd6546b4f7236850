// `kurz workspace export --format`: the links of a workspace in the shapes of other services.

import { exportPeerCsv, type PeerFormat } from '@kurz/api';
import { sql } from 'kysely';
import { cellsOf, linesOf } from './fetch-csv';
import { startApi, type TestApi } from './start-api';
import type { UrlAnswer } from './url-answer';

const CREATED = '2026-03-02T09:30:00.123Z';
const LINKS = 700;

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  const url = 'https://shop.example/ä?utm_campaign=spring';
  const body = { url, slug: 'spring-sale', title: '=1+1, "x"', tags: ['News', 'b, c'], isArchived: true };
  const { id } = (await api.fetchJson<UrlAnswer>('POST', '/urls', { body })).body.url;
  await sql`
    UPDATE links SET created_at = ${CREATED}, updated_at = ${CREATED}, pre_tracking = 3 WHERE id = ${id}`.execute(
    api.db,
  );
  await sql`INSERT INTO link_hits VALUES (${id}, 4)`.execute(api.db);
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location, created_at)
    SELECT 'lnk_' || n, ${api.workspaceId}, ${api.zoneId}, 'old-' || n, 'https://a.example/', 'https://a.example/',
      '2026-01-01T00:00:00Z'::timestamptz - n * interval '1 h' FROM generate_series(1, ${LINKS}::int) n`.execute(
    api.db,
  );
  // a link of another workspace
  const { token } = await api.addWorkspace();
  await api.fetchJson('POST', '/urls', { token, body: { url, slug: 'strange' } });
});
afterAll(() => api.close());

async function textOf(format: PeerFormat): Promise<string> {
  const outcome = await exportPeerCsv(api.db, { workspaceId: api.workspaceId, format });
  if (outcome.kind !== 'export') throw new Error(outcome.kind);
  const texts: string[] = [];
  for await (const text of outcome.texts) texts.push(text);
  return texts.join('');
}

test.each<[PeerFormat, readonly (readonly [string, string])[]]>([
  [
    'dub',
    [
      ['Short link', 'https://krz.example/spring-sale'],
      ['Destination URL', 'https://shop.example/ä?utm_campaign=spring'],
      ['Clicks', '7'],
      ['Created at', CREATED],
      ['Updated at', CREATED],
      ['Tags', 'b, c, News'],
      ['Archived', 'Yes'],
      ['Title', '\'=1+1, "x"'],
    ],
  ],
  [
    'shlink',
    [
      ['createdAt', CREATED],
      ['domain', 'krz.example'],
      ['shortCode', 'spring-sale'],
      ['shortUrl', 'https://krz.example/spring-sale'],
      ['longUrl', 'https://shop.example/ä?utm_campaign=spring'],
      ['title', '\'=1+1, "x"'],
      ['tags', 'b, c|News'],
      ['visits', '7'],
    ],
  ],
  [
    'bitly',
    [
      ['Bitlink', 'krz.example/spring-sale'],
      ['Title', '\'=1+1, "x"'],
      ['Long URL', 'https://shop.example/ä?utm_campaign=spring'],
      ['Tags', 'b, c, News'],
      ['Created', '2026-03-02T09:30:00+0000'],
      ['Total Clicks', '7'],
      ['Campaign', 'spring'],
      ['Archived', 'true'],
    ],
  ],
])('%s: each link once, newest first, in its columns', async (format, first) => {
  const text = await textOf(format);
  expect(cellsOf(text)[0]).toEqual(first.map(([name]) => name));
  const lines = linesOf(text);
  expect(lines[0]).toEqual(Object.fromEntries(first));
  expect(lines).toHaveLength(LINKS + 1);
  const slugs = lines.map((line) => Object.values(line).find((cell) => cell.includes('old-')) ?? '');
  expect(new Set(slugs).size).toBe(LINKS + 1);
  expect(slugs[1]).toMatch(/old-1$/);
});

test('says when there is no such workspace', async () => {
  expect(await exportPeerCsv(api.db, { workspaceId: 'ws_none', format: 'dub' })).toEqual({
    kind: 'no_such_workspace',
  });
});

test('is an event of the audit log', async () => {
  await textOf('dub');
  const { rows } = await sql`
    SELECT subject_id FROM audit_events WHERE action = 'workspace.exported' ORDER BY id DESC LIMIT 1`.execute(
    api.db,
  );
  expect(rows).toEqual([{ subject_id: api.workspaceId }]);
});
