import { openTestClickHouse, type TestTables } from '@kurz/backends';
import { openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { readStoredClicks } from '../../../services/api/src/stats/read-stored-clicks';

const ROWS = 1_000_000;
const PLANS_A_DAY = 4_000;

describe('the stats of a hot link', () => {
  let server: TestTables;
  let clickHouse: ClickHouse;

  beforeAll(async () => {
    server = await openTestClickHouse();
    clickHouse = openClickHouse(server.options);
  });
  afterAll(async () => {
    await clickHouse.close();
    await server.close();
  });

  it(`come out right of ${ROWS} rows; the time is printed`, async () => {
    const { client } = clickHouse;
    // 30 days, 4,000 plans a day, in each plan some of 9 countries: about 1,000,000 rows, none of them merged away
    await client.command({
      query: `INSERT INTO kurz.clicks_daily_by
        SELECT 'ws_1', 'lnk_hot', toDate('2026-02-14') + intDiv(number, ${ROWS / 30}), 'geo', toString(number % 9),
               0, intDiv(number, 9), 1 FROM numbers(${ROWS})`,
    });
    await client.command({
      query: `INSERT INTO kurz.clicks_daily
        SELECT 'ws_1', 'lnk_hot', toDate('2026-02-14') + intDiv(number, ${PLANS_A_DAY}), 0, number, 1, 0, 0
        FROM numbers(${PLANS_A_DAY * 30})`,
    });
    const read = () =>
      readStoredClicks(
        clickHouse,
        {
          workspaceId: 'ws_1',
          linkId: 'lnk_hot',
          first: '2026-02-14',
          last: '2026-03-15',
          today: '2026-03-15',
          yesterday: '2026-03-14',
          hoursFrom: Date.parse('2026-03-14T03:00:00Z'),
          progress: [{ partition: 0, position: ROWS }],
        },
        new AbortController().signal,
      );
    const times: number[] = [];
    for (let time = 0; time < 5; time++) {
      const start = performance.now();
      const stored = await read();
      times.push(Math.round(performance.now() - start));
      const humans = stored.keys.reduce(
        (sum, { older, yesterday, today }) => sum + older + yesterday + today,
        0,
      );
      expect(humans).toBe(ROWS);
      expect([...stored.days.values()].reduce((sum, { requests }) => sum + requests, 0)).toBe(
        PLANS_A_DAY * 30,
      );
    }
    process.stdout.write(`a hot link of ${ROWS} rows is read in ${times.join(', ')} ms\n`);
  });
});
