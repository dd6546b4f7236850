// 100,000 links as CSV: every row is there and equals the database's, and the memory of the process stays flat. The
// time is printed, not asserted.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { openDatabase } from '@kurz/database';
import { sql } from 'kysely';
import { grownMiB, heldBytes } from './held-bytes';
import { startApi, type TestApi } from './start-api';

const LINKS = 100_000;

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('100,000 links: every row once, in order, with flat memory', async () => {
  const unlimited = openDatabase({ ...api.postgres.options, statementTimeoutMs: 0 });
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location, title, note, created_at)
    SELECT 'lnk_' || n, ${api.workspaceId}, ${api.zoneId}, 's' || n, url, url, 'Title of link ' || n,
      repeat('note ', 20), now() + n * interval '1 ms'
    FROM (SELECT n, 'https://a.example/' || n || '/' || repeat('x', 60) AS url
          FROM generate_series(1, ${LINKS}::int) n) AS numbered`.execute(unlimited.db);
  const { rows } = await sql<{ hash: string }>`
    SELECT encode(sha256(convert_to(string_agg(concat_ws(',', id, 'krz.example', slug, url, title, '0'), E'\\n'
      ORDER BY created_at DESC, id), 'UTF8')), 'hex') AS hash FROM links`.execute(unlimited.db);
  await unlimited.close();
  await api.fetchJson('GET', '/urls');

  const began = performance.now();
  const asked = request(`${api.baseUrl}/urls?format=csv`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const hash = createHash('sha256');
  let lines = 0;
  const held: number[] = [];
  let measuringMs = 0;
  for await (const line of createInterface({ input: response })) {
    if (lines > 0) hash.update((lines > 1 ? '\n' : '') + line.split(',', 6).join(','));
    lines += 1;
    if (lines % 10_000 !== 0) continue;
    const since = performance.now();
    held.push(heldBytes());
    measuringMs += performance.now() - since;
  }
  const tookMs = performance.now() - began - measuringMs;
  console.log(
    `${LINKS} links as CSV: ${Math.round(tookMs)} ms, grown by ${grownMiB(held).toFixed(1)} MiB at most`,
  );
  expect(lines).toBe(LINKS + 1);
  expect(hash.digest('hex')).toBe(rows[0]?.hash);
  expect(held.length).toBeGreaterThan(5);
  expect(grownMiB(held)).toBeLessThan(24);
});
