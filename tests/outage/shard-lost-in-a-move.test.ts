// One of three ClickHouse shards is lost while a workspace moves from or to it: batches pass the shard over as usual,
// and in the end the workspace has each visit once, on its new shard.

import { sql } from 'kysely';
import { planMove } from '../../services/admin/src/shards/plan-moves';
import {
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

let bench: StreamBench;
let world: ShardBench;
const startIngester = () =>
  startIngesterProcess(bench, { ...world.settings, KURZ_SHARD_PATIENCE_MS: '300', KURZ_MAX_VISITS: '7' });

beforeAll(async () => {
  bench = await openStreamBench();
  await bench.reset();
  world = await openShards(bench);
  // visits in each partition: a new partition begins only when all shards confirm that it is new
  const first = visitsOf(10);
  await shipInParts(bench, first);
  const begun = startIngester();
  await world.settled(first.length);
  await kill(begun);
});
afterEach(killIngesters);
afterAll(async () => {
  await world?.close();
  await bench?.close();
});

const LOST = [
  { state: 'copying', which: 'new' },
  { state: 'switched', which: 'old' },
  { state: 'switched', which: 'new' },
] as const;

it.each(LOST)(
  'the $which shard of a workspace whose move is in the state $state is lost: batches go on, and it has each visit once',
  async ({ state, which }) => {
    const { db } = bench.database;
    const before = await world.counted();
    const [moving = '', ...others] = WORKSPACES;
    const from = before[moving]?.findIndex((requests) => requests > 0) ?? 0;
    const to = (from + 1) % SHARDS;
    const lost = which === 'old' ? from : to;
    const isElsewhere = (workspaceId: string) => (before[workspaceId]?.[lost] ?? 0) === 0;
    const witness = others.find(isElsewhere) ?? '';
    const stateNow = async () =>
      (await db.selectFrom('shard_moves').select('state').where('workspace_id', '=', moving).execute())[0]
        ?.state;
    // moves begin at once, also those back to a shard that the workspace has just left
    const hasten = () =>
      sql`UPDATE shard_moves SET not_before = now() WHERE state IN ('planned', 'switched')`.execute(db);
    await db.deleteFrom('shard_moves').execute();
    expect((await planMove(db, moving, to)).kind).toBe('planned');
    if (state === 'copying') {
      await sql`UPDATE shard_moves SET state = 'copying'`.execute(db);
      await sql`UPDATE workspaces SET other_shard = ${to} WHERE id = ${moving}`.execute(db);
    } else {
      const mover = startIngester();
      await until(async () => (await stateNow()) === 'switched', { what: 'the copy' });
      await kill(mover);
    }
    await world.servers[lost]?.kill();

    const counting = startIngester();
    const visits = visitsOf(20);
    await shipInParts(bench, visits);
    const wantedOf = (workspaceId: string) => sumOf({ of: before[workspaceId] ?? [] }) + 20;
    await until(async () => (await world.requestsOf(witness)) === wantedOf(witness), {
      what: 'the visits of another shard',
    });
    expect(await stateNow()).toBe(which === 'old' ? 'switched' : 'planned');
    await world.servers[lost]?.restart();
    await until(async () => (await world.lackingRanges()) === 0, {
      what: 'what the shard missed',
    });
    await until(
      async () => {
        await hasten();
        return (await stateNow()) === 'done';
      },
      { what: 'the move' },
    );
    const wanted: Counted = { ...before };
    for (const workspaceId of WORKSPACES) {
      const at = workspaceId === moving ? to : before[workspaceId]?.findIndex((requests) => requests > 0);
      wanted[workspaceId] = Array.from({ length: SHARDS }, (_, n) => (n === at ? wantedOf(workspaceId) : 0));
    }
    expect(await world.settled(sumOf(wanted))).toEqual(wanted);
    await kill(counting);
  },
);
