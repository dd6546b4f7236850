// `kurz shards …`

import { assertShardMark, openClickHouse, type ClickHouseOptions } from '@kurz/click-tables';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import { tableOf } from '../answer/table-of';
import type { AdminConnection } from '../connection/admin-connection';
import { findShardLines, planMove, planRebalance } from '../shards/plan-moves';
import { addCommand, type CommandGroup } from './command-group';

const ABOUT_REBALANCE = `plans the move of each workspace that the rendezvous hash assigns to another shard

From now on, new workspaces are spread over all shards in KURZ_CLICKHOUSE_URLS. Every ingester and API must already know
these shards. The ingesters carry out the moves; stats answer throughout. After a shard is added, its share of the
workspaces moves to it.`;

type Options = { json?: boolean };

async function list({ db }: AdminConnection): Promise<AdminAnswer> {
  const lines = await findShardLines(db);
  const rows = lines.shards.map((line) => ({
    shard: String(line.shard + 1),
    workspaces: String(line.workspaces),
    arriving: String(line.arriving),
    leaving: String(line.leaving),
    lacks: String(line.lacks),
  }));
  const moves = lines.moves.map(({ workspaceId, from, to, state, since }) => ({
    workspace: workspaceId,
    from: String(from + 1),
    to: String(to + 1),
    state,
    since: since.toISOString(),
  }));
  const text = [tableOf(rows, ''), tableOf(moves, 'No workspace is moving.')].join('\n\n');
  const answer = {
    shards: lines.shards.map(({ shard, ...line }) => ({ shard: shard + 1, ...line })),
    moves: lines.moves.map((move) => ({ ...move, from: move.from + 1, to: move.to + 1 })),
  };
  return done(answer, text);
}

/** @throws when a shard is away, has no tables yet, or bears another number than its position in the list. */
async function assertPrepared(shards: readonly ClickHouseOptions[]): Promise<void> {
  for (const [number, options] of shards.entries()) {
    const clickHouse = openClickHouse(options);
    try {
      await assertShardMark(clickHouse, number);
    } finally {
      await clickHouse.close();
    }
  }
}

async function rebalance({ db, servers }: AdminConnection, isDryRun: boolean): Promise<AdminAnswer> {
  const shards = servers?.clickHouses ?? [];
  if (shards.length < 2) return failed('KURZ_CLICKHOUSE_URLS must name the shards');
  await assertPrepared(shards);
  const outcome = await planRebalance(db, { shards: shards.length, isDryRun });
  if (outcome.kind === 'fewer')
    return failed(`there are ${outcome.known} shards; KURZ_CLICKHOUSE_URLS names ${shards.length}`);
  if (outcome.kind === 'import_runs') return failed('another import is running');
  const { moves, workspaces } = outcome;
  const planned = moves.map((move) => ({ ...move, from: move.from + 1, to: move.to + 1 }));
  const verb = isDryRun ? 'would move' : 'are to move';
  return done({ moves: planned, workspaces }, `${moves.length} of ${workspaces} workspaces ${verb}`);
}

async function move({ db }: AdminConnection, workspaceId: string, position: string): Promise<AdminAnswer> {
  if (!/^[1-9]\d{0,3}$/.test(position)) return failed(`${position} is not the position of a shard`);
  const outcome = await planMove(db, workspaceId, Number(position) - 1);
  switch (outcome.kind) {
    case 'no_such_workspace':
      return failed(`there is no workspace ${workspaceId}`);
    case 'no_such_shard':
      return failed(`there are ${outcome.shards} shards`);
    case 'moving':
      return failed(`workspace ${workspaceId} is already moving`);
    case 'is_there':
      return done({ workspaceId }, `Workspace ${workspaceId} is on shard ${position}`);
    case 'planned': {
      const from = outcome.move.from + 1;
      return done(
        { workspaceId, from, to: Number(position) },
        `Workspace ${workspaceId} is to move from shard ${from} to ${position}`,
      );
    }
  }
}

/** Adds `shards list`, `shards rebalance` and `shards move`. A shard is named by its position, from 1 on. */
export const addShardCommands: CommandGroup = (program, run) => {
  const group = program.command('shards').description('which ClickHouse has which workspaces');
  addCommand(group, 'list', 'shows the shards and the unfinished moves').action((options: Options) =>
    run(list, options),
  );
  addCommand(group, 'rebalance', ABOUT_REBALANCE)
    .summary('plans the moves that bring each workspace to its shard')
    .option('--dry-run', 'only say how many moves there would be')
    .action((options: Options & { dryRun?: boolean }) =>
      run((connection) => rebalance(connection, options.dryRun === true), options),
    );
  addCommand(group, 'move', 'plans the move of one workspace')
    .argument('<workspace>', 'id of the workspace')
    .argument('<shard>', 'its position in KURZ_CLICKHOUSE_URLS, from 1')
    .action((workspaceId: string, position: string, options: Options) =>
      run((connection) => move(connection, workspaceId, position), options),
    );
};
