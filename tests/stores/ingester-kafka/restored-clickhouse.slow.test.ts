// A ClickHouse is restored from a backup as docs/operating.md says: each later visit counts again, once, and a link
// that was deleted since does not come back.

import { sql } from 'kysely';
import { readText } from '../../deploy/deploy-files';
import { until } from '../../until';
import { rowsOf } from '../ingester/counts';
import { mixedVisits, visitOf } from '../ingester/visits';
import { allCountsOf, settled } from './all-counts';
import { openStreamBench, type StreamBench } from './stream-bench';

const LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];
const DELETED = 'lnk_deleted';
const TABLES = ['clicks_hourly', 'clicks_daily', 'clicks_daily_by'];

const [, guide = ''] = /\*\*ClickHouse restored\*\*(.*?)\n\*\*/s.exec(readText('docs/operating.md')) ?? [];
const [inPostgres = '', inClickHouse = ''] = [...guide.matchAll(/```sql\n(.*?)```/gs)].map(
  ([, text = '']) => text,
);
const WHEN_IT_BEGAN = /'[^']*' AS backup; -- when the backup began/;
const [, ofPartition = ''] = /`(UPDATE stream_progress [^`]+)`/.exec(guide) ?? [];

const [, ofNone = ''] = /`(DELETE FROM stream_progress [^`]+)`/.exec(guide) ?? [];

let bench: StreamBench;
beforeAll(async () => (bench = await openStreamBench()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.addLinks([...LINKS, DELETED]);
});

const inStore = (query: string) => bench.clickHouse.client.command({ query });
const inDatabase = (text: string) => sql.raw(text).execute(bench.database.db);

/** Copies the tables like a backup that read the last one a moment before the others. Resolves with its restore. */
async function backUp(): Promise<() => Promise<void>> {
  const lastBatch = '(SELECT max(plan_from) FROM kurz.clicks_daily_by)';
  for (const table of TABLES) {
    const isThere = table === 'clicks_daily_by' ? `plan_from < ${lastBatch}` : '1';
    await inStore(
      `CREATE TABLE kurz.of_${table} ENGINE = Memory AS SELECT * FROM kurz.${table} WHERE ${isThere}`,
    );
  }
  return async () => {
    for (const table of TABLES) {
      await inStore(`TRUNCATE TABLE kurz.${table}`);
      await inStore(`INSERT INTO kurz.${table} SELECT * FROM kurz.of_${table}`);
      await inStore(`DROP TABLE kurz.of_${table}`);
    }
  };
}

async function deleteOffsets(): Promise<void> {
  const admin = bench.client.admin();
  await admin.connect();
  await admin.deleteGroups(['kurz-consolidate']);
  await admin.disconnect();
}

/** Deletes the link as the API does, and waits for its erasure. */
async function deleteLink(linkId: string): Promise<void> {
  const { db } = bench.database;
  await db.deleteFrom('links').where('id', '=', linkId).execute();
  await db.insertInto('erasures').values({ link_id: linkId, workspace_id: 'ws_1' }).execute();
  await until(async () => {
    const open = await db.selectFrom('erasures').select('link_id').where('closed_at', 'is', null).execute();
    return open.length === 0;
  });
}

it('has what was counted before the backup and since, and nothing of a link that was deleted since', async () => {
  const early = mixedVisits(300, LINKS);
  const late = mixedVisits(200, LINKS);
  const ofDeleted = Array.from({ length: 50 }, () => visitOf({ linkId: DELETED }));
  const ingester = bench.start({ maxVisits: 100 });
  await bench.ship([...ofDeleted, ...early]);
  await settled(bench, [...ofDeleted, ...early], { linkIds: [...LINKS, DELETED] });
  const restore = await backUp();
  const begunAt = new Date();
  await deleteLink(DELETED);
  await bench.ship(late);
  const visits = [...early, ...late];
  await settled(bench, visits, { linkIds: LINKS });
  await ingester.close();

  await restore();
  await inDatabase(inPostgres.replace(WHEN_IT_BEGAN, `'${begunAt.toISOString()}' AS backup;`));
  const found = await rowsOf<{ stream_partition: number; position: number }>(bench, inClickHouse);
  for (const { stream_partition: partition, position } of found)
    await inDatabase(
      ofPartition.replace('<position>', String(position)).replace('<partition>', String(partition)),
    );
  await deleteOffsets();
  bench.start({ resumeFromProgress: true, maxVisits: 70 });
  await until(async () => {
    const [row] = await rowsOf<{ n: number }>(
      bench,
      `SELECT count() AS n FROM kurz.clicks_daily WHERE link_id = '${DELETED}'`,
    );
    return row?.n === 0;
  });
  expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
});

it('has all that Kafka still has where there was no backup', async () => {
  const visits = mixedVisits(300, LINKS);
  const ingester = bench.start({ maxVisits: 100 });
  await bench.ship(visits);
  await settled(bench, visits, { linkIds: LINKS });
  await ingester.close();
  for (const table of TABLES) await inStore(`TRUNCATE TABLE kurz.${table}`);
  await inDatabase(inPostgres.replace(WHEN_IT_BEGAN, "'now' AS backup;"));
  await inDatabase(ofNone);
  await deleteOffsets();
  bench.start({ resumeFromProgress: true, maxVisits: 70 });
  expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
});
