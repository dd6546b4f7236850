// One of three ClickHouse shards is away while closed days are compacted on the others. Its own rounds follow when it
// is back and has the visits that it missed. Readers see the same sums at every step.

import type { Visit } from '@kurz/click-event';
import { COMPACTED_PARTITION } from '@kurz/click-tables';
import { DAY_MS, silentLog, systemClock } from '@kurz/process';
import { sql } from 'kysely';
import { planMove } from '../../services/admin/src/shards/plan-moves';
import { makeCompactor } from '../../services/ingester/src/compact/make-compactor';
import {
  addVisits,
  linkOf,
  openShards,
  shipInParts,
  sumOf,
  visitsOf,
  WORKSPACES,
  type ShardBench,
} from '../stores/ingester-kafka/shard-bench';
import { openStreamBench, type StreamBench } from '../stores/ingester-kafka/stream-bench';
import { until } from '../until';
import { kill, killIngesters, startIngesterProcess } from './ingester-process';

const SETTINGS = {
  graceMs: 0,
  writeWithinMs: 600_000,
  writeMs: 0,
  minRows: 1,
  busyLinkRows: 2,
  maxDays: 31,
};
/** Small batches, so that the link of a workspace has many rows of a day. */
const SMALL = { KURZ_MAX_VISITS: '20', KURZ_SHARD_PATIENCE_MS: '300' };

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

const startIngester = () => startIngesterProcess(bench, { ...world.settings, ...SMALL });

/** The shard of ws_1, which other workspaces share. */
const awayShard = () => world.shardOf.get('ws_1') ?? 0;
const isThere = (workspaceId: string) => world.shardOf.get(workspaceId) !== awayShard();

/** Visits of three closed days, `count` for each workspace. */
const closedVisits = (count: number): Visit[] =>
  visitsOf(count).map((visit, index) => ({
    ...visit,
    method: 'GET',
    time: Date.now() - (5 + (Math.floor(index / WORKSPACES.length) % 3)) * DAY_MS,
  }));

/** The states of each shard's compactions, the first round first. */
async function rounds(): Promise<Record<number, string[]>> {
  const { rows } = await sql<{ shard: number; states: string[] }>`
    SELECT shard, json_agg(state ORDER BY round) AS states FROM compactions GROUP BY shard`.execute(
    bench.database.db,
  );
  return Object.fromEntries(rows.map(({ shard, states }) => [shard, states]));
}

const statesOf = (ofAway: string[], ofOthers: string[]) =>
  Object.fromEntries([0, 1, 2].map((shard) => [shard, shard === awayShard() ? ofAway : ofOthers]));

/** The human visits that readers see, for each workspace whose shard answers. */
async function humans(): Promise<Record<string, number | undefined>> {
  const found: Record<string, number | undefined> = {};
  for (const workspaceId of WORKSPACES)
    found[workspaceId] = await world
      .humansOf(workspaceId)
      .catch((error: unknown) => (isThere(workspaceId) ? Promise.reject(error as Error) : undefined));
  return found;
}

const compactorOf = ({ database: { db } }: StreamBench) =>
  makeCompactor({ clickHouses: world.shards, db, clock: systemClock, log: silentLog }, SETTINGS);

/** Takes the compactors' steps until `isDone`. Readers see the same counts before and after each step. */
async function compactUntil(isDone: () => Promise<boolean>): Promise<void> {
  const { db } = bench.database;
  const compact = compactorOf(bench);
  const before = await humans();
  await until(
    async () => {
      // the step on the shard that is away fails
      await compact().catch(() => undefined);
      expect(await humans()).toEqual(before);
      // ends the time in which rows may be written
      await sql`UPDATE compactions SET write_before = now() - interval '1 hour' WHERE state = 'written'`.execute(
        db,
      );
      return isDone();
    },
    { what: 'the compactions' },
  );
}

const hasRounds = (ofAway: string[], ofOthers: string[]) => async () =>
  JSON.stringify(await rounds()) === JSON.stringify(statesOf(ofAway, ofOthers));

/** The current numbers of compacted and other rows of the link's closed days. */
async function rowsOf(workspaceId: string): Promise<{ compacted: number; others: number }> {
  const shard = await world.all.of(workspaceId);
  const answer = await shard.client.query({
    query: `
      SELECT countIf(stream_partition = ${COMPACTED_PARTITION}) AS compacted, count() - compacted AS others
      FROM kurz.clicks_daily WHERE link_id = '${linkOf(workspaceId)}'`,
    format: 'JSONEachRow',
  });
  const [rows] = await answer.json<{ compacted: number; others: number }>();
  return rows ?? { compacted: 0, others: 0 };
}

it('closed days become small on the others, and on the shard that was away when it has what it missed', async () => {
  const { db } = bench.database;
  const first = closedVisits(30);
  await shipInParts(bench, first);
  const begun = startIngester();
  let counted = await world.settled(first.length);
  await world.published();
  await kill(begun);
  const there = WORKSPACES.filter(isThere);
  await world.servers[awayShard()]?.kill();

  await compactUntil(hasRounds(['planned'], ['settled']));
  for (const workspaceId of there) expect(await rowsOf(workspaceId)).toEqual({ compacted: 3, others: 0 });

  // late visits that the shard that is away misses
  const late = closedVisits(30);
  const wanted = addVisits(world.shardOf, counted, late);
  const passesOver = startIngester();
  await passesOver.joined();
  await shipInParts(bench, late);
  await until(
    async () => {
      const sums = await Promise.all(there.map(world.requestsOf));
      return sums.every((sum, at) => sum === sumOf({ ws: wanted[there[at] ?? ''] ?? [] }));
    },
    { what: 'the visits of the other shards' },
  );
  expect(await world.lackingRanges()).toBeGreaterThan(0);
  await world.published();
  await kill(passesOver);
  await compactUntil(hasRounds(['planned', 'awaited'], ['settled', 'settled']));
  for (const workspaceId of there) expect(await rowsOf(workspaceId)).toEqual({ compacted: 3, others: 0 });

  // a workspace moves between the other shards; no workspace moves to the shard that is behind
  const [moving = '', other = ''] = [0, 1, 2]
    .filter((shard) => shard !== awayShard())
    .map((shard) => WORKSPACES.find((workspaceId) => world.shardOf.get(workspaceId) === shard));
  const target = world.shardOf.get(other) ?? 0;
  expect((await planMove(db, moving, target)).kind).toBe('planned');
  expect((await planMove(db, other, awayShard())).kind).toBe('planned');
  const moves = async () => {
    const rows = await db.selectFrom('shard_moves').select(['workspace_id', 'state']).execute();
    return Object.fromEntries(rows.map((row) => [row.workspace_id, row.state]));
  };
  const moveUntilDone = async (workspaceId: string) => {
    // ends the claim that a killed ingester may still hold
    await sql`UPDATE shard_moves SET claimed_until = now()`.execute(db);
    const mover = startIngester();
    await until(
      async () => {
        await sql`UPDATE shard_moves SET not_before = changed_at WHERE state = 'switched'`.execute(db);
        return (await moves())[workspaceId] === 'done';
      },
      { what: 'the move' },
    );
    await kill(mover);
  };
  await moveUntilDone(moving);
  expect((await moves())[other]).toBe('planned');
  expect(await rowsOf(moving)).toEqual({ compacted: 3, others: 0 });

  await world.servers[awayShard()]?.restart();
  await until(() => world.humansOf('ws_1').then(Boolean, () => false), { what: 'the shard' });
  // the shard has the visits that its first round replaces, and lacks those of the second
  await compactUntil(hasRounds(['settled', 'awaited'], ['settled', 'settled']));
  expect(await compactorOf(bench)()).toBe('waiting');
  expect(await rounds()).toEqual(statesOf(['settled', 'awaited'], ['settled', 'settled']));
  const fills = startIngester();
  await until(async () => (await world.lackingRanges()) === 0, { what: 'what the shard missed' });
  await kill(fills);
  await compactUntil(hasRounds(['settled', 'settled'], ['settled', 'settled']));

  await moveUntilDone(other);
  const last = closedVisits(15);
  const ends = startIngester();
  await shipInParts(bench, last);
  counted = await world.settled(sumOf(wanted) + last.length);
  await world.published();
  await kill(ends);
  await compactUntil(hasRounds(['settled', 'settled', 'settled'], ['settled', 'settled', 'settled']));

  const placeOf = new Map([...world.shardOf, [moving, target], [other, awayShard()]]);
  const all = addVisits(placeOf, {}, [...first, ...late, ...last]);
  expect(counted).toEqual(all);
  expect(await world.counted()).toEqual(all);
  for (const workspaceId of WORKSPACES)
    expect([workspaceId, await rowsOf(workspaceId)]).toEqual([workspaceId, { compacted: 3, others: 0 }]);
});
