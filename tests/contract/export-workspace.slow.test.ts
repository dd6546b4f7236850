// A workspace of 100,000 links with two days of counts each. Its export has every record once, and the memory of the
// process stays flat. The time is printed, not asserted.

import { exportLines, exportWorkspace, readLinkCounts } from '@kurz/api';
import { openDatabase } from '@kurz/database';
import { sql } from 'kysely';
import { grownMiB, heldBytes } from './held-bytes';
import { startApi, type TestApi } from './start-api';

const LINKS = 100_000;
const DAYS = ['2026-05-01', '2026-05-02'];

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function fill(): Promise<void> {
  const unlimited = openDatabase({ ...api.postgres.options, statementTimeoutMs: 0 });
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location, title, created_at)
    SELECT 'lnk_' || n, ${api.workspaceId}, ${api.zoneId}, 's' || n, url, url, 'Title of link ' || n, now() + n * interval '1 ms'
    FROM (SELECT n, 'https://a.example/' || n || '/' || repeat('x', 60) AS url
          FROM generate_series(1, ${LINKS}::int) n) AS numbered`.execute(unlimited.db);
  await sql`INSERT INTO stream_progress VALUES (0, 100, now())`.execute(unlimited.db);
  await sql`ANALYZE links`.execute(unlimited.db);
  await unlimited.close();
  const { client, database } = api.clickHouse;
  for (const day of DAYS)
    await client.command({
      query: `
        INSERT INTO ${database}.clicks_daily
          (workspace_id, link_id, stream_partition, plan_from, day, requests, bots, qr)
        SELECT '${api.workspaceId}', concat('lnk_', toString(number + 1)), 0, 0, '${day}', 4, 1, 0 FROM numbers(${LINKS})`,
    });
}

test('100,000 links: every record once, with flat memory', async () => {
  await fill();
  const { db, clickHouse, workspaceId } = api;
  const began = performance.now();
  let measuringMs = 0;
  const held: number[] = [];
  let pieces = 0;
  const links = new Set<string>();
  let counts = 0;
  const deps = {
    db,
    readLinkCounts: (page: Parameters<typeof readLinkCounts>[1]) => readLinkCounts({ db, clickHouse }, page),
  };
  const outcome = await exportWorkspace(deps, { workspaceId, now: new Date() });
  if (outcome.kind !== 'export') throw new Error(outcome.kind);
  for await (const text of exportLines(outcome.pages)) {
    for (const [, id = ''] of text.matchAll(/^\{"kind":"link","id":"lnk_(\d+)"/gm)) links.add(id);
    counts += text.split('{"kind":"dailyCount"').length - 1;
    pieces += 1;
    if (pieces % 20 !== 0) continue;
    const since = performance.now();
    held.push(heldBytes());
    measuringMs += performance.now() - since;
  }
  const tookMs = performance.now() - began - measuringMs;
  console.log(
    `${LINKS} links exported: ${Math.round(tookMs)} ms, grown by ${grownMiB(held).toFixed(1)} MiB at most`,
  );
  expect([links.size, counts]).toEqual([LINKS, DAYS.length * LINKS]);
  expect(held.length).toBeGreaterThan(5);
  expect(grownMiB(held)).toBeLessThan(40);
});
