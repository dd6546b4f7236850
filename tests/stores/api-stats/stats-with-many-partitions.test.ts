// Queries of the click tables name each partition of the click stream, and imports of days add partitions. However many
// there are, servers and proxies must accept the query's URL: Node and nginx refuse one of 16 KB.

import { silentLog } from '@kurz/process';
import { sql } from 'kysely';
import { ANALYTICS_CONFIG } from '../../../services/api/src/analytics/query-analytics';
import { findStreamProgress } from '../../../services/api/src/analytics/find-stream-progress';
import { readGroupClicks } from '../../../services/api/src/campaigns/read-group-clicks';
import { readStoredSums } from '../../../services/api/src/reconciliation/stored-sums';
import { makeReadDailyHumans } from '../../../services/api/src/stats/read-daily-humans';
import type { StatsLink } from '../../../services/api/src/stats/stats-of';
import { countHumanVisits } from '../../../services/api/src/usage/count-human-visits';
import { readLinkCounts } from '../../../services/api/src/workspaces/export/read-link-counts';
import { chooseDays } from '../../../services/ingester/src/compact/choose-days';
import type { Compaction } from '../../../services/ingester/src/compact/compaction';
import { COMPACTION_SETTINGS } from '../../../services/ingester/src/compact/compaction';
import { findCommittedPositions } from '../../../services/ingester/src/compact/open-compaction';
import { removeReplacedRows } from '../../../services/ingester/src/compact/remove-replaced-rows';
import { writeDay } from '../../../services/ingester/src/compact/write-day';
import { fingerprintOf } from '../../../services/ingester/src/move/workspace-rows';
import { startStats, windowFor, WORKSPACE, type StatsWorld } from './start-stats';
import { writePlan } from './write-plan';

const FIRST = 1_000;
const PARTITIONS = 30_000;
const LAST = FIRST + PARTITIONS - 1;
const DAY = '2026-03-10';

let world: StatsWorld;
let link: StatsLink;
beforeAll(async () => {
  world = await startStats();
  await sql`
    INSERT INTO stream_progress (stream_partition, position, consolidated_until)
    SELECT partition, 1, '9999-12-31T00:00:00Z' FROM generate_series(${FIRST}::int, ${LAST}::int) AS partition`.execute(
    world.db,
  );
  link = await world.addLink();
  const write = (partition: number, planFrom: number, requests: number) =>
    writePlan(world.clickHouse, {
      workspaceId: WORKSPACE,
      linkId: link.id,
      partition,
      planFrom,
      hours: [{ at: `${DAY}T12`, requests }],
    });
  await write(FIRST, 0, 1);
  await write(LAST, 0, 2);
  // unfinished batches of a known partition and of an unknown one
  await write(LAST, 1, 10);
  await write(LAST + 1, 0, 100);
});
afterAll(() => world.close());

const scope = async () => {
  const { partitions, compaction } = await findStreamProgress(world.db, WORKSPACE);
  return { progress: partitions, compaction };
};
const { signal } = new AbortController();

it('stats count the batches of all that are finished', async () => {
  const outcome = await world.readerWith({ ...ANALYTICS_CONFIG, waitMs: 10_000 })({
    link,
    window: windowFor({ from: '2026-03-01' }),
  });
  expect(outcome).toMatchObject({ kind: 'stats', stats: { totals: { requests: 3 } } });
});

it('so do curves in a list, reports, the meter of events, exports and the comparison of sums', async () => {
  const { db, clickHouse, liveClicks, ask: queryAnalytics } = world;
  const readDailyHumans = makeReadDailyHumans({ db, queryAnalytics, liveClicks, log: silentLog });
  const window = windowFor({ from: DAY });
  const [curve] = (await readDailyHumans({ workspaceId: WORKSPACE, linkIds: [link.id], window })) ?? [];
  expect(curve?.humans).toEqual([3, 0, 0, 0, 0, 0]);
  const inWorkspace = { workspaceId: WORKSPACE, ...(await scope()) };
  const days = { first: DAY, last: DAY };
  const groups = [{ linkIds: link.id, linkCount: 1 }];
  expect(
    await readGroupClicks(
      clickHouse,
      { ...inWorkspace, ...days },
      { groups, byDay: false },
      { signal, limitMs: 10_000 },
    ),
  ).toMatchObject([{ humans: 3 }]);
  const month = { start: new Date('2026-03-01T00:00:00Z'), end: new Date('2026-04-01T00:00:00Z') };
  expect(await countHumanVisits(clickHouse, { ...inWorkspace, ...month }, signal)).toBe(3);
  const [counts] = await readLinkCounts({ db, clickHouse }, { workspaceId: WORKSPACE, linkIds: [link.id] });
  expect(counts).toMatchObject({ day: DAY, requests: 3 });
  const progress = await findStreamProgress(db, WORKSPACE);
  const counted = [{ linkId: link.id, workspaceId: WORKSPACE, hits: 3 }];
  const sums = await readStoredSums(clickHouse, counted, { ...progress, today: DAY, livePartitions: [LAST] });
  expect(sums.get(link.id)).toEqual({ total: 3, today: 2 });
});

it('a compaction folds the days of all, and a move compares the rows of all', async () => {
  const { db, clickHouse } = world;
  const positions = await findCommittedPositions(db);
  expect(await fingerprintOf(clickHouse, WORKSPACE, positions)).toMatch(/\d/);
  const settings = { ...COMPACTION_SETTINGS, minRows: 1, busyLinkRows: 1 };
  expect(await chooseDays(clickHouse, { before: '2026-03-15', positions }, settings)).toEqual([DAY]);
  const compaction: Compaction & { attempt: number } = {
    generation: 1,
    attempt: 1,
    days: [DAY],
    positions,
    state: 'planned',
    isRipe: true,
    plannedAt: new Date(),
  };
  const begin = () => Promise.resolve(Date.now() + 600_000);
  await writeDay(clickHouse, compaction, { day: DAY, since: {}, begin }, settings);
  const written = { ...compaction, state: 'written' as const };
  const folded = { workspaceId: WORKSPACE, ...(await scope()), compaction: written };
  const month = { start: new Date('2026-03-01T00:00:00Z'), end: new Date('2026-04-01T00:00:00Z') };
  expect(await countHumanVisits(clickHouse, { ...folded, ...month }, signal)).toBe(3);
  await removeReplacedRows(clickHouse, compaction, []);
  const settled = { ...folded, compaction: undefined };
  expect(await countHumanVisits(clickHouse, { ...settled, ...month }, signal)).toBe(3);
});
