import { clickHouseUserStatements, type ClickTable } from '@kurz/click-tables';
import { makeCountedRows } from './counted-rows';

test('The ClickHouse user of an API may fill every table that counts which move in are for', async () => {
  const filled: ClickTable[] = [];
  const counted = makeCountedRows(
    (table) => {
      filled.push(table);
      return Promise.resolve();
    },
    { workspaceId: 'ws_1', partition: 1_000, batch: 0 },
  );
  const row = { linkId: 'lnk_1', day: '2026-11-28', requests: 1, bots: 0, qr: 0 };
  await counted.addDay(row);
  await counted.addHour({ ...row, hour: 12 });
  await counted.addHumans({ ...row, dimension: 'geo', key: 'AT', humans: 1 });
  await counted.end();
  expect(filled).toHaveLength(3);
  const user = { user: 'kurz_api', password: 'secret' };
  const grant = clickHouseUserStatements({ database: 'kurz' }, 'api', user).at(-1);
  for (const table of filled) expect(grant).toContain(`INSERT ON kurz.${table}`);
});
