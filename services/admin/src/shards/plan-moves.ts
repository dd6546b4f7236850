// Plans moves of workspaces between the shards of ClickHouse; the ingesters carry them out.

import {
  findLacking,
  findShardCount,
  recordShardCount,
  rendezvousShard,
  SHARD_REST_MS,
  type Db,
  type RecordedShards,
} from '@kurz/database';
import { sql } from 'kysely';

export type PlannedMove = { workspaceId: string; from: number; to: number };

/** The workspaces, by id, that the rendezvous hash assigns to another shard, without those that are moving. */
async function findMisplaced(db: Db, shards: number): Promise<PlannedMove[]> {
  const rows = await db
    .selectFrom('workspaces')
    .select(['id', 'shard'])
    .where('other_shard', 'is', null)
    .orderBy('id')
    .execute();
  return rows
    .map(({ id, shard }) => ({ workspaceId: id, from: shard, to: rendezvousShard(id, shards) }))
    .filter(({ from, to }) => from !== to);
}

/**
 * Returns the moves that were planned. A workspace that is already moving gets none. A workspace that has moved rests
 * first: only its last move is known, and `to` may be a shard that it left before that.
 */
async function plan(db: Db, moves: readonly PlannedMove[]): Promise<PlannedMove[]> {
  if (moves.length === 0) return [];
  const { rows } = await sql<PlannedMove>`
    INSERT INTO shard_moves AS known (workspace_id, from_shard, to_shard, state)
    SELECT asked.id, asked.from_shard, asked.to_shard, 'planned'
    FROM unnest(
      ${moves.map(({ workspaceId }) => workspaceId)}::text[],
      ${moves.map(({ from }) => from)}::smallint[],
      ${moves.map(({ to }) => to)}::smallint[]
    ) AS asked (id, from_shard, to_shard)
    JOIN workspaces ON workspaces.id = asked.id AND workspaces.shard = asked.from_shard
    ON CONFLICT (workspace_id) DO UPDATE SET
      from_shard = excluded.from_shard, to_shard = excluded.to_shard, state = 'planned', positions = NULL,
      changed_at = now(), claimed_until = now(),
      not_before = greatest(now(), known.changed_at + ${SHARD_REST_MS} * interval '1 millisecond')
    WHERE known.state = 'done'
    RETURNING workspace_id AS "workspaceId", from_shard AS "from", to_shard AS "to"`.execute(db);
  return rows;
}

export type Rebalanced =
  | { kind: 'planned'; moves: PlannedMove[]; workspaces: number }
  | Exclude<RecordedShards, { kind: 'recorded' }>;

/**
 * Spreads new workspaces over `shards` shards from now on, and plans moves of the others. With `isDryRun` it changes
 * nothing. Returns the moves and the number of workspaces.
 */
export async function planRebalance(
  db: Db,
  { shards, isDryRun }: { shards: number; isDryRun: boolean },
): Promise<Rebalanced> {
  if (!isDryRun) {
    const recorded = await recordShardCount(db, shards);
    if (recorded.kind !== 'recorded') return recorded;
  }
  const misplaced = await findMisplaced(db, shards);
  const { n } = await db
    .selectFrom('workspaces')
    .select((of) => of.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { kind: 'planned', moves: isDryRun ? misplaced : await plan(db, misplaced), workspaces: Number(n) };
}

export type PlanOutcome =
  | { kind: 'planned'; move: PlannedMove }
  | { kind: 'no_such_workspace' }
  | { kind: 'no_such_shard'; shards: number }
  | { kind: 'is_there' }
  /** The workspace is already moving. */
  | { kind: 'moving' };

export async function planMove(db: Db, workspaceId: string, to: number): Promise<PlanOutcome> {
  const shards = await findShardCount(db);
  if (to < 0 || to >= shards) return { kind: 'no_such_shard', shards };
  const row = await db
    .selectFrom('workspaces')
    .leftJoin('shard_moves', (join) =>
      join.onRef('workspace_id', '=', 'workspaces.id').on('state', '<>', 'done'),
    )
    .select(['shard', 'state'])
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  if (!row) return { kind: 'no_such_workspace' };
  if (row.state !== null) return { kind: 'moving' };
  if (row.shard === to) return { kind: 'is_there' };
  const [move] = await plan(db, [{ workspaceId, from: row.shard, to }]);
  return move ? { kind: 'planned', move } : { kind: 'moving' };
}

export type ShardLine = {
  shard: number;
  workspaces: number;
  arriving: number;
  leaving: number;
  /** Messages of the click stream that the shard missed while it was away, and still lacks. */
  lacks: number;
};
export type OpenMove = PlannedMove & { state: string; since: Date };

export async function findShardLines(db: Db): Promise<{ shards: ShardLine[]; moves: OpenMove[] }> {
  const shards = await findShardCount(db);
  const { rows: counts } = await sql<{ shard: number; workspaces: number }>`
    SELECT shard, count(*)::integer AS workspaces FROM workspaces GROUP BY shard`.execute(db);
  const { rows: moves } = await sql<OpenMove>`
    SELECT workspace_id AS "workspaceId", from_shard AS "from", to_shard AS "to", state, changed_at AS since
    FROM shard_moves WHERE state <> 'done' ORDER BY state, workspace_id`.execute(db);
  const lacking = await findLacking(db);
  const of = new Map(counts.map(({ shard, workspaces }) => [shard, workspaces]));
  return {
    shards: Array.from({ length: shards }, (_, shard) => ({
      shard,
      workspaces: of.get(shard) ?? 0,
      arriving: moves.filter(({ to }) => to === shard).length,
      leaving: moves.filter(({ from }) => from === shard).length,
      lacks: lacking.get(shard) ?? 0,
    })),
    moves,
  };
}
