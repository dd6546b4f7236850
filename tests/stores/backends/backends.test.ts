import { openClickHouse } from '@kurz/click-tables';
import { openDatabase } from '@kurz/database';
import { startClickHouse, startPostgres } from '@kurz/backends';
import { sql } from 'kysely';

describe('the stores that tests run against', () => {
  it('are a real PostgreSQL with the schema of this build, which can be stopped and started again', async () => {
    const postgres = await startPostgres();
    const { db, close } = openDatabase(postgres.options);
    try {
      expect(await db.selectFrom('links').selectAll().execute()).toEqual([]);
      await postgres.stop();
      await expect(sql`SELECT 1`.execute(db)).rejects.toThrow();
      await postgres.start();
      const { rows } = await sql<{ lowered: string }>`SELECT lower('ÄÖ') AS lowered`.execute(db);
      expect(rows).toEqual([{ lowered: 'äö' }]);
    } finally {
      await close();
      await postgres.close();
    }
  });

  it('are a real ClickHouse engine behind HTTP, whose rows survive SIGKILL', async () => {
    const server = await startClickHouse();
    const clickHouse = openClickHouse(server.options);
    const row = {
      workspace_id: 'ws_1',
      link_id: "lnk_'1",
      day: '2026-01-31',
      stream_partition: 0,
      plan_from: 7,
    };
    const count = async () => {
      const rows = await clickHouse.client.query({
        query: 'SELECT sum(requests) AS n FROM kurz.clicks_daily FINAL WHERE link_id = {link:String}',
        query_params: { link: "lnk_'1" },
        format: 'JSONEachRow',
        clickhouse_settings: { max_execution_time: 2 },
      });
      return (await rows.json<{ n: number }>())[0]?.n;
    };
    try {
      for (let time = 0; time < 2; time++) {
        const values = [{ ...row, requests: 3, bots: 1, qr: 0 }];
        await clickHouse.client.insert({ table: 'kurz.clicks_daily', values, format: 'JSONEachRow' });
      }
      expect(await count()).toBe(3);
      await server.restart();
      expect(await count()).toBe(3);
      await expect(clickHouse.client.command({ query: 'SELECT nothing' })).rejects.toMatchObject({
        code: '47',
      });
    } finally {
      await clickHouse.close();
      await server.close();
    }
  });
});
