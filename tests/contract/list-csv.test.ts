// GET /urls?format=csv: streams all links that match the filters, as of one moment.

import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { createWorkspace } from '@kurz/api';
import { sql } from 'kysely';
import { csvLinksOf } from '../../services/api/src/imports/csv/csv-link';
import { until } from '../until';
import { fetchCsv } from './fetch-csv';
import { expectDescribed } from './openapi/described-answer';
import { startApi, type TestApi } from './start-api';
import type { ListAnswer, UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Inserts this many links; the newest has the highest number. */
async function insertMany(workspaceId: string, last: number, note = '') {
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location, title, note, created_at)
    SELECT 'lnk_' || ${workspaceId} || n, ${workspaceId}, ${api.zoneId}, ${workspaceId} || '-' || n, url, url, 'Title ' || n,
      ${note}, now() + n * interval '1 ms'
    FROM (SELECT n, 'https://a.example/' || n AS url
          FROM generate_series(1, ${last}::int) n) AS numbered`.execute(api.db);
}

test('has each field of a link, and quotes what a spreadsheet would run', async () => {
  const { token } = await api.addWorkspace();
  const body = {
    url: 'https://shop.example/?utm_source=%3Dnews&utm_medium=a&utm_campaign=b&utm_term=c&utm_content=d',
    slug: '-dash',
    title: '=SUM(A1), "x"',
    note: '+1\n2',
    externalId: '@one',
    tags: ['-minus', 'b'],
    startsAt: '2026-01-01T00:00:00Z',
    expiresAt: '2100-01-01T00:00:00Z',
    expiredUrl: 'https://shop.example/gone',
    forwardQuery: true,
    password: 'correct horse',
    split: [
      { url: 'https://shop.example/a', weight: 60 },
      { url: 'https://shop.example/b', weight: 40 },
    ],
    rules: [{ when: { device: ['mobile'] }, url: 'https://shop.example/mobile' }],
  };
  const { url } = (await api.fetchJson<UrlAnswer>('POST', '/urls', { token, body })).body;
  const { headers, lines, status, text } = await fetchCsv(api, '', token);
  expectDescribed('/v1', 'GET', '/urls?format=csv', { status, headers, body: text });
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(headers.get('content-disposition')).toBe('attachment; filename="kurz-links.csv"');
  expect(lines).toEqual([
    {
      id: url.id,
      zoneDomain: 'krz.example',
      slug: "'-dash",
      url: body.url,
      title: `'${body.title}`,
      hits: '0',
      isEnabled: 'true',
      isArchived: 'false',
      isRestricted: 'false',
      isUnsafe: 'false',
      tags: "'-minus, b",
      note: "'+1\n2",
      externalId: "'@one",
      startsAt: '2026-01-01T00:00:00.000Z',
      expiresAt: '2100-01-01T00:00:00.000Z',
      expiredUrl: body.expiredUrl,
      rules: JSON.stringify(body.rules),
      split: JSON.stringify(body.split),
      forwardQuery: 'true',
      hasPassword: 'true',
      utmSource: "'=news",
      utmMedium: 'a',
      utmCampaign: 'b',
      utmTerm: 'c',
      utmContent: 'd',
      utmDrift: 'false',
      createdAt: url.createdAt,
      updatedAt: url.updatedAt,
    },
  ]);
});

test('tags that an import would part, or take for a list, are a JSON list', async () => {
  const { token } = await api.addWorkspace();
  const lists = [['plain', 'two words'], ['b', 'Sales, EU'], ['a;b'], ['a|b', 'c'], ['[x]']];
  for (const [index, tags] of lists.entries()) {
    const body = { url: 'https://a.example/', slug: `parted-${index}`, tags };
    await api.fetchJson('POST', '/urls', { token, body });
  }
  const { lines } = await fetchCsv(api, 'sort=created', token);
  const [plain, ...others] = lines.map((line) => line['tags'] ?? '');
  expect(plain).toBe('plain, two words');
  const columns = { url: 0, tags: 1 };
  const imported = others.map((cell) => csvLinksOf(['https://a.example/', cell], columns, 1)[0]?.tags);
  expect(imported).toEqual(lists.slice(1));
});

test('has every page of the list in its order, whatever page and limit are', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  await insertMany(workspaceId, 1_203);
  for (const query of ['', 'sort=created', 'sort=title', 'sort=-hits', 'q=Title%201']) {
    const listed: string[] = [];
    for (let page = 1, total = 1; listed.length < total; page++) {
      const path = `/urls?limit=100&page=${page}&${query}`;
      const { body } = await api.fetchJson<ListAnswer>('GET', path, { token });
      total = body.total;
      listed.push(...body.urls.map(({ id }) => id));
    }
    const { lines } = await fetchCsv(api, `page=2&limit=1&${query}`, token);
    expect(lines.map(({ id }) => id)).toEqual(listed);
  }
});

test('is the line of names where there is no link', async () => {
  const { token } = await api.addWorkspace();
  for (const query of ['', 'zoneDomain=a..b', 'tag=none']) {
    const { status, text } = await fetchCsv(api, query, token);
    expect([status, text]).toEqual([200, expect.stringMatching(/^id,zoneDomain,slug,[^\n]*\r\n$/)]);
  }
});

test('takes the scope links:read', async () => {
  const { token } = await api.addWorkspace({ scopes: ['stats:read'] });
  expect((await fetchCsv(api, '', token)).status).toBe(403);
});

/** Begins a download and reads only its head. */
async function beginCsv(token: string): Promise<IncomingMessage> {
  const asked = request(`${api.baseUrl}/urls?format=csv`, { headers: { authorization: `Bearer ${token}` } });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
}

/** A workspace with more data than the buffers of a connection hold. */
async function withLong() {
  const workspace = await api.addWorkspace();
  await insertMany(workspace.workspaceId, 1_000, 'x'.repeat(30_000));
  return workspace;
}

test('one of a workspace at a time, until its client has it all or goes', async () => {
  const { token } = await withLong();
  const first = await beginCsv(token);
  const second = await fetchCsv(api, '', token);
  expect([second.status, second.headers.get('retry-after'), JSON.parse(second.text)]).toEqual([
    429,
    '10',
    { code: 'RATE_LIMITED', error: expect.any(String) as string },
  ]);
  first.destroy();
  await until(async () => {
    const next = await beginCsv(token);
    next.destroy();
    return next.statusCode === 200;
  });
});

test('one of a person at a time, in whichever of their workspaces; others have theirs', async () => {
  const { token, ownerEmail } = await withLong();
  const second = await createWorkspace(api.db, { name: 'Second', ownerEmail, plan: 'pro', isYearly: false });
  if (second.kind !== 'created') throw new Error(second.kind);
  const first = await beginCsv(token);
  expect((await fetchCsv(api, '', await api.addToken(second.workspaceId))).status).toBe(429);
  expect((await fetchCsv(api, '', (await api.addWorkspace()).token)).status).toBe(200);
  first.destroy();
});

test('ends its connection when PostgreSQL goes on the way, and leaves no permit behind', async () => {
  const { token } = await withLong();
  const response = await beginCsv(token);
  // between two statements the connection is idle in its transaction
  await until(async () => {
    const { rows } = await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE state = 'idle in transaction' AND datname = current_database()`.execute(api.db);
    return rows.length > 0;
  });
  await expect(response.toArray()).rejects.toThrow('aborted');
  expect((await fetchCsv(api, '', token)).lines).toHaveLength(1_000);
});
