// Three ClickHouse shards; each workspace's row names its shard. Ingesters and shards are killed while visits come. In
// the end every sum over the shards is right, and no shard has rows of another shard's workspace.

import type { Visit } from '@kurz/click-event';
import { COMPACTED_PARTITION } from '@kurz/click-tables';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { sql } from 'kysely';
import { examineClickHouse } from '../../services/admin/src/doctor/examine-clickhouse';
import { planMove, planRebalance } from '../../services/admin/src/shards/plan-moves';
import { makeQueryAnalytics } from '../../services/api/src/analytics/query-analytics';
import { isClickHouseThere } from '../../services/api/src/analytics/is-clickhouse-there';
import { makeCompactor } from '../../services/ingester/src/compact/make-compactor';
import {
  addVisits,
  linkOf,
  openShards,
  SHARDS,
  sumOf,
  visitsOf,
  WORKSPACES,
  type ShardBench,
} from '../stores/ingester-kafka/shard-bench';
import { openStreamBench, type StreamBench } from '../stores/ingester-kafka/stream-bench';
import { until } from '../until';
import { compactAll } from './compact-all.cjs';
import { killIngesters, startIngesterProcess } from './ingester-process';
import { seededRandom } from './seeded-random';

const KILLS = 3;
const PARTS = 25;

const DAY_MS = 86_400_000;
const COMPACTION = {
  graceMs: 0,
  writeWithinMs: 1_500,
  writeMs: 0,
  minRows: 1,
  busyLinkRows: 2,
  maxDays: 31,
};

let bench: StreamBench;
let world: ShardBench;
beforeAll(async () => {
  bench = await openStreamBench();
  await bench.reset();
  world = await openShards(bench);
});
afterEach(killIngesters);
afterAll(async () => {
  await world?.close();
  await bench?.close();
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const startIngester = (change: Record<string, string> = {}) =>
  startIngesterProcess(bench, { ...world.settings, ...change });

/** The counts that each shard should have for each workspace's link. */
const wantedOf = (visits: readonly Visit[]) => addVisits(world.shardOf, {}, visits);

it(`each visit is in its workspace's shard once, though ingesters and shards are killed`, async () => {
  const random = seededRandom();
  console.log(`seed ${random.seed}`);
  expect([...new Set(world.shardOf.values())].sort()).toEqual([0, 1, 2]);
  const [one, two, three] = world.servers.map(({ options }) => options);
  const misplaced = await examineClickHouse(
    [two, one, three].flatMap((options) => options ?? []),
    Promise.resolve({ shards: 2, lacking: new Map([[1, 7]]) }),
  );
  expect(misplaced.kind === 'examined' && misplaced.findings.map(({ code }) => code)).toEqual([
    'clickhouse_shards_differ',
    'clickhouse_shard_lacks',
    'clickhouse_shard_misplaced',
    'clickhouse_shard_misplaced',
  ]);
  const visits = visitsOf(400);
  const shipping = (async () => {
    const size = visits.length / PARTS;
    for (let part = 0; part < PARTS; part++) {
      await bench.ship(visits.slice(part * size, part * size + size), {
        partition: part % 4,
        chunkLines: 10,
      });
      await sleep(300);
    }
  })();
  for (let kill = 0; kill < KILLS; kill++) {
    const ingester = startIngester({ KURZ_MAX_VISITS: String(30 + 17 * kill) });
    await ingester.joined();
    const server = world.servers[kill % SHARDS];
    await sleep(random.between(0, 800));
    await server?.kill();
    await sleep(random.between(0, 800));
    ingester.signal('SIGKILL');
    await ingester.ended;
    await server?.restart();
  }
  await shipping;
  const last = startIngester();
  expect(await world.settled(visits.length)).toEqual(wantedOf(visits));

  // a shard is away: only its workspaces lack stored counts, and a link is erased when the shard is back
  const { db } = bench.database;
  const away = world.shardOf.get('ws_1') ?? 0;
  await world.servers[away]?.kill();
  const { queryAnalytics, close } = makeQueryAnalytics({
    shards: world.all,
    log: silentLog,
    metrics: makeMetrics(),
  });
  for (const workspaceId of WORKSPACES)
    expect(await queryAnalytics(isClickHouseThere, { workspaceId })).toBe(
      world.shardOf.get(workspaceId) === away ? undefined : true,
    );
  close();
  await db.deleteFrom('links').where('id', '=', linkOf('ws_1')).execute();
  await db
    .insertInto('erasures')
    .values({ link_id: linkOf('ws_1'), workspace_id: 'ws_1' })
    .execute();
  const later = visitsOf(20);
  await bench.ship(later, { partition: 2 });
  await world.servers[away]?.restart();
  await until(async () => {
    const open = await db.selectFrom('erasures').select('link_id').where('closed_at', 'is', null).execute();
    return open.length === 0;
  });
  const kept = [...visits, ...later].filter(({ workspaceId }) => workspaceId !== 'ws_1');
  expect(await world.settled(kept.length)).toEqual(wantedOf(kept));

  // Redis is emptied: the live counts are seeded again from all shards
  last.signal('SIGTERM');
  await last.ended;
  await bench.flushRedis();
  startIngester();
  await until(async () => {
    for (const workspaceId of WORKSPACES.slice(1))
      if ((await world.liveRequestsOf(workspaceId)) !== 420) return false;
    return true;
  });
});

const openMoves = async () =>
  (await bench.database.db.selectFrom('shard_moves').select('state').where('state', '!=', 'done').execute())
    .length;

/** Ends the minute that a move waits for readers of the old shard: no reader uses it here. */
const endGrace = () =>
  sql`UPDATE shard_moves SET not_before = now() WHERE state = 'switched'`.execute(bench.database.db);

/** Ends the claims of killed ingesters, which would last five minutes. */
const endClaims = () =>
  sql`UPDATE shard_moves SET claimed_until = now(), not_before = now() WHERE state <> 'done'`.execute(
    bench.database.db,
  );

it('a workspace that moves keeps every count, whatever is killed, and readers see none less', async () => {
  const random = seededRandom();
  console.log(`seed ${random.seed}`);
  const { db } = bench.database;
  const moved = WORKSPACES.slice(1);
  const before = await world.counted();
  const older = visitsOf(30, moved).map((visit, index) => ({
    ...visit,
    time: Date.now() - (5 + (index % 3)) * DAY_MS,
  }));
  await bench.ship(older, { partition: 1, chunkLines: 10 });
  // an ingester with the settings of an installation before sharding
  const small = { KURZ_MAX_VISITS: '20' };
  const outdated = startIngester({ ...small, KURZ_CLICKHOUSE_URLS: world.servers[0]?.options.url ?? '' });
  await until(() => outdated.log().includes('has to name all shards'));
  outdated.signal('SIGKILL');
  await outdated.ended;
  expect(await world.counted()).toEqual(before);
  const first = startIngester(small);
  await world.settled(sumOf(before) + older.length);
  await world.published();
  first.signal('SIGKILL');
  await first.ended;
  const compact = makeCompactor(
    { clickHouses: world.shards, db, clock: systemClock, log: silentLog },
    COMPACTION,
  );
  await compactAll(compact);
  const { client } = world.shards[world.shardOf.get('ws_2') ?? 0] ?? world.shards[0];
  const folded = await client.query({
    query: `SELECT count() AS n FROM kurz.clicks_daily WHERE workspace_id = 'ws_2' AND stream_partition = ${COMPACTED_PARTITION}`,
    format: 'JSONEachRow',
  });
  expect((await folded.json<{ n: number }>())[0]?.n).toBe(3);

  // each workspace moves to the next shard while visits come and ingesters are killed
  for (const workspaceId of moved) {
    const outcome = await planMove(db, workspaceId, ((world.shardOf.get(workspaceId) ?? 0) + 1) % SHARDS);
    expect(outcome.kind).toBe('planned');
  }
  const later = visitsOf(200, moved);
  let hasShipped = false;
  const shipping = (async () => {
    const size = later.length / PARTS;
    for (let part = 0; part < PARTS; part++) {
      await bench.ship(later.slice(part * size, part * size + size), { partition: part % 4, chunkLines: 10 });
      await sleep(200);
    }
    hasShipped = true;
  })();
  const least = new Map<string, number>();
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      for (const workspaceId of moved) {
        const humans = await world.humansOf(workspaceId);
        expect(humans).toBeGreaterThanOrEqual(least.get(workspaceId) ?? 0);
        least.set(workspaceId, humans);
      }
      await endGrace();
      await sleep(100);
    }
  })();
  for (let kill = 0; kill < KILLS; kill++) {
    const ingester = startIngester({ KURZ_MAX_VISITS: String(30 + 17 * kill) });
    await ingester.joined();
    await sleep(random.between(0, 1_500));
    ingester.signal('SIGKILL');
    await ingester.ended;
    await endClaims();
  }
  startIngester();
  await shipping;
  await until(async () => hasShipped && (await openMoves()) === 0, { ms: 120_000 });
  const sums = await world.settled(sumOf(before) + older.length + later.length);
  isOver = true;
  await reading;
  for (const workspaceId of moved) {
    const old = world.shardOf.get(workspaceId) ?? 0;
    const requests = (before[workspaceId]?.[old] ?? 0) + 30 + 200;
    expect([workspaceId, sums[workspaceId]]).toEqual([
      workspaceId,
      [0, 1, 2].map((shard) => (shard === (old + 1) % SHARDS ? requests : 0)),
    ]);
  }

  // a rebalance would move all of them back to the shards that the hash chooses, as soon as those take them again
  const misplaced = await planRebalance(db, { shards: SHARDS, isDryRun: true });
  expect(misplaced.kind === 'planned' && misplaced.moves.length).toBe(moved.length);
});
