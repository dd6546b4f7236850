// One of three ClickHouse shards is away for long. The others count on. When it is back, the visits that it missed are
// written to it once, though ingesters and the shard are killed and frozen meanwhile.

import type { Visit } from '@kurz/click-event';
import { sql } from 'kysely';
import { planMove } from '../../services/admin/src/shards/plan-moves';
import {
  addVisits,
  linkOf,
  openShards,
  SHARDS,
  shipInParts,
  sumOf,
  visitsOf,
  WORKSPACES,
  type Counted,
  type ShardBench,
} from '../stores/ingester-kafka/shard-bench';
import { openStreamBench, type StreamBench } from '../stores/ingester-kafka/stream-bench';
import { until } from '../until';
import { kill, killIngesters, startIngesterProcess } from './ingester-process';
import { seededRandom } from './seeded-random';

const ROUNDS = 2;

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
  startIngesterProcess(bench, { ...world.settings, KURZ_SHARD_PATIENCE_MS: '300', ...change });

/** The shard of ws_1, which other workspaces share. */
const awayShard = () => world.shardOf.get('ws_1') ?? 0;
const isAway = (workspaceId: string) => world.shardOf.get(workspaceId) === awayShard();

const renameOnShard = (from: string, to: string) =>
  world.all.at(awayShard()).client.command({ query: `RENAME TABLE kurz.${from} TO kurz.${to}` });
/** Makes the shard take only a part of each batch. */
const refuseHours = () => renameOnShard('clicks_hourly', 'clicks_elsewhere');
const takeHours = () => renameOnShard('clicks_elsewhere', 'clicks_hourly');

const withVisits = (before: Counted, visits: readonly Visit[]) => addVisits(world.shardOf, before, visits);

it('the others count on, and it has each visit once in the end, whatever is killed and frozen', async () => {
  const random = seededRandom();
  console.log(`seed ${random.seed}`);
  const first = visitsOf(20);
  // visits in each partition: a new partition begins only when all shards confirm that it is new
  await shipInParts(bench, first);
  const begun = startIngester();
  expect(await world.settled(first.length)).toEqual(withVisits({}, first));
  await kill(begun);

  let all = first;
  for (let round = 0; round < ROUNDS; round++) {
    const visits = visitsOf(100);
    all = [...all, ...visits];
    const wanted = withVisits({}, all);
    const change = { KURZ_MAX_VISITS: String(90 - 13 * round) };
    // missed ranges are filled in smaller batches
    const small = { KURZ_MAX_VISITS: '7' };
    const ingesters = [startIngester(change), startIngester(change)];
    await ingesters[0]?.joined();
    const shipping = shipInParts(bench, visits);
    await sleep(random.between(0, 1_000));
    // one is killed and one frozen in the middle of their work; the frozen one goes on later
    const endIngesters = () => {
      ingesters[0]?.signal('SIGKILL');
      ingesters[1]?.signal('SIGSTOP');
      return Promise.resolve();
    };
    const endShard = () => world.servers[awayShard()]?.kill();
    const [begin, end] = round % 2 === 0 ? [endShard, endIngesters] : [endIngesters, endShard];
    await begin();
    await sleep(round % 2 === 0 ? random.between(0, 1_000) : 0);
    await end();
    const next = startIngester(small);
    await shipping;
    await until(
      async () => {
        for (const workspaceId of WORKSPACES)
          if (!isAway(workspaceId)) {
            const requests = await world.requestsOf(workspaceId);
            if (requests !== sumOf({ [workspaceId]: wanted[workspaceId] ?? [] })) return false;
          }
        return true;
      },
      { what: 'the visits of the other shards' },
    );
    expect(await world.lackingRanges()).toBeGreaterThan(0);
    // Redis is emptied: the live counts begin again when the shard has the visits that it missed
    if (round === 0) await bench.flushRedis();

    await world.servers[awayShard()]?.restart();
    ingesters[1]?.signal('SIGCONT');
    await sleep(random.between(0, 1_000));
    next.signal('SIGKILL');
    if (round > 0) {
      await world.servers[awayShard()]?.kill();
      await world.servers[awayShard()]?.restart();
    }
    // readers see no partial batch and no visit twice
    const last = startIngester(small);
    let least = 0;
    await until(
      async () => {
        const humans = await world.humansOf('ws_1');
        expect(humans).toBeGreaterThanOrEqual(least);
        least = humans;
        return (await world.lackingRanges()) === 0;
      },
      { what: 'what the shard missed' },
    );
    expect(await world.settled(sumOf(wanted))).toEqual(wanted);
    await Promise.all([...ingesters, last].map(kill));
  }

  startIngester();
  await until(async () => {
    for (const workspaceId of WORKSPACES)
      if ((await world.liveRequestsOf(workspaceId)) !== all.length / WORKSPACES.length) return false;
    return true;
  });
});

it('one that takes a part of a batch and refuses the rest gets that batch again, and no other in its place', async () => {
  const before = await world.counted();
  const begun = startIngester();
  await begun.joined();
  await refuseHours();
  const visits = visitsOf(40);
  await bench.ship(visits, { partition: 2, chunkLines: 10 });
  const { db } = bench.database;
  await until(
    async () => {
      const ranges = await db.selectFrom('missed_ranges').select('is_whole').execute();
      return ranges.some((range) => range.is_whole);
    },
    { what: 'a batch that is passed over' },
  );
  // the other shards count on
  const after = visitsOf(10);
  await bench.ship(after, { partition: 2, chunkLines: 10 });
  const wanted = withVisits(before, [...visits, ...after]);
  await until(async () => (await world.requestsOf('ws_2')) === sumOf({ ws_2: wanted['ws_2'] ?? [] }));
  await kill(begun);
  await takeHours();
  const next = startIngester({ KURZ_MAX_VISITS: '7' });
  expect(await world.settled(sumOf(wanted))).toEqual(wanted);
  await until(async () => (await world.lackingRanges()) === 0);
  expect(await world.counted()).toEqual(wanted);

  // the process that passed the shard over writes to it again
  const missedBy = () => [...next.log().matchAll(/"event":"shard_missed"/g)].length;
  expect(missedBy()).toBe(0);
  await refuseHours();
  const later = visitsOf(10);
  await bench.ship(later, { partition: 2, chunkLines: 10 });
  await until(() => missedBy() > 0);
  await takeHours();
  await until(async () => (await world.lackingRanges()) === 0);
  const missed = missedBy();
  const last = visitsOf(10);
  await bench.ship(last, { partition: 2, chunkLines: 10 });
  const all = withVisits(wanted, [...later, ...last]);
  expect(await world.settled(sumOf(all))).toEqual(all);
  expect(missedBy()).toBe(missed);
});

it('a batch of what it missed that is cut off is written again as the same batch, by whichever process', async () => {
  const before = await world.counted();
  const { db } = bench.database;
  const begun = startIngester();
  await begun.joined();
  await refuseHours();
  await world.servers[awayShard()]?.kill();
  const visits = visitsOf(60);
  await bench.ship(visits, { partition: 3, chunkLines: 10 });
  await until(async () => {
    const ranges = await db.selectFrom('missed_ranges').select('is_whole').execute();
    return ranges.length > 0 && ranges.every((range) => !range.is_whole);
  });
  await kill(begun);
  await world.servers[awayShard()]?.restart();
  const cutOff = startIngester({ KURZ_MAX_VISITS: '100' });
  const requests = sumOf({ ws_1: before['ws_1'] ?? [] });
  await until(async () => (await world.requestsOf('ws_1')) > requests, { what: 'a part of a batch' });
  await kill(cutOff);
  await takeHours();
  startIngester({ KURZ_MAX_VISITS: '7' });
  await until(async () => (await world.lackingRanges()) === 0, { what: 'what the shard missed' });
  const wanted = withVisits(before, visits);
  expect(await world.settled(sumOf(wanted))).toEqual(wanted);
});

it('its own erasures and moves wait until it has what it missed, those of the others do not', async () => {
  const { db } = bench.database;
  const before = await world.counted();
  const stays = startIngester();
  await stays.joined();
  await world.servers[awayShard()]?.kill();
  const visits = visitsOf(50);
  await shipInParts(bench, visits);
  const other = WORKSPACES.find((workspaceId) => !isAway(workspaceId)) ?? '';
  await until(async () => (await world.requestsOf(other)) === sumOf({ [other]: before[other] ?? [] }) + 50);
  await until(async () => (await world.lackingRanges()) > 0);

  // a move from the shard that is away to one that is there
  const moving = WORKSPACES.find((workspaceId) => isAway(workspaceId) && workspaceId !== 'ws_1');
  expect(moving).toBeDefined();
  const target = world.shardOf.get(other) ?? 0;
  expect((await planMove(db, moving ?? '', target)).kind).toBe('planned');
  // more erasures than a round of the eraser takes
  const waiting = 400;
  await sql`
    INSERT INTO erasures (link_id, workspace_id, deleted_at)
    SELECT 'lnk_waits_' || n, 'ws_1', now() - interval '1 hour' FROM generate_series(1, ${waiting}) AS n`.execute(
    db,
  );
  for (const workspaceId of ['ws_1', other]) {
    await db.deleteFrom('links').where('id', '=', linkOf(workspaceId)).execute();
    const erasure = { link_id: linkOf(workspaceId), workspace_id: workspaceId };
    await db.insertInto('erasures').values(erasure).execute();
  }
  const clearedOf = async (workspaceId: string) =>
    (await db.selectFrom('erasures').selectAll().where('link_id', '=', linkOf(workspaceId)).execute())[0]
      ?.cleared_shards ?? [];
  await until(async () => (await clearedOf(other)).length === SHARDS - 1, {
    what: 'rows on the other shards',
  });
  expect(await world.requestsOf(other)).toBe(0);
  expect(await world.liveRequestsOf(other)).toBe(0);
  // time for a round of each task
  await sleep(2_500);
  const moves = await db.selectFrom('shard_moves').select('state').execute();
  expect(moves.map(({ state }) => state)).toEqual(['planned']);
  const openErasures = async () =>
    (await db.selectFrom('erasures').select('link_id').where('closed_at', 'is', null).execute()).length;
  expect(await clearedOf('ws_1')).not.toContain(awayShard());
  expect(await openErasures()).toBe(waiting + 2);

  await world.servers[awayShard()]?.restart();
  await until(async () => (await openErasures()) === 0, { what: 'the erasure' });
  expect(await world.lackingRanges()).toBe(0);
  await until(
    async () => {
      await sql`UPDATE shard_moves SET not_before = now() WHERE state = 'switched'`.execute(db);
      const open = await db.selectFrom('shard_moves').select('state').where('state', '!=', 'done').execute();
      return open.length === 0;
    },
    { what: 'the move' },
  );
  const counts = await world.counted();
  for (const workspaceId of ['ws_1', other]) expect(counts[workspaceId]).toEqual([0, 0, 0]);
  const moved = sumOf({ moved: before[moving ?? ''] ?? [] }) + 50;
  expect(counts[moving ?? '']).toEqual(Array.from({ length: SHARDS }, (_, n) => (n === target ? moved : 0)));
});
