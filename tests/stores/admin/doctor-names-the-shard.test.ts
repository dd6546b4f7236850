// `kurz doctor` with several ClickHouse shards: each finding names its shard, and none hides another.

import { freePort, startClickHouse, type TestClickHouse } from '@kurz/backends';
import { markShard, openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { examineClickHouse } from '../../../services/admin/src/doctor/examine-clickhouse';

let server: TestClickHouse;
let clickHouse: ClickHouse;
beforeAll(async () => {
  server = await startClickHouse();
  clickHouse = openClickHouse(server.options);
  // marks it as the second shard
  await markShard(clickHouse, 1);
});
afterAll(async () => {
  await clickHouse.close();
  await server.close();
});

const KNOWN = Promise.resolve({ shards: 2, lacking: new Map<number, number>() });

async function examine(places: Parameters<typeof examineClickHouse>[0]) {
  const examined = await examineClickHouse(places, KNOWN);
  if (examined.kind !== 'examined') throw new Error('nothing was examined');
  return examined.findings.map(({ code, what }) => [code, what] as const);
}

const absent = async () =>
  ({ kind: 'server', url: `http://127.0.0.1:${await freePort()}`, database: 'kurz' }) as const;

test('a shard that does not answer is named by its place', async () => {
  expect(await examine([await absent(), server.options])).toEqual([
    ['clickhouse_unreachable', expect.stringMatching(/^Shard 1: ClickHouse does not answer/)],
  ]);
});

test('a shard in the wrong place is told beside what else is wrong with it', async () => {
  await clickHouse.client.command({ query: `DROP TABLE ${clickHouse.database}.clicks_hourly` });
  expect(await examine([server.options, await absent()])).toEqual([
    ['clickhouse_table_missing', 'Shard 1: ClickHouse has no table clicks_hourly, though its migration ran.'],
    [
      'clickhouse_shard_misplaced',
      'The ClickHouse at position 1 in KURZ_CLICKHOUSE_URLS must be marked as shard 1. Its mark: 2.',
    ],
    ['clickhouse_unreachable', expect.stringMatching(/^Shard 2: /)],
  ]);
});
