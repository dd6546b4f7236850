// Takes one step of one move. shard-move.ts has the states.

import { assertShardMark } from '@kurz/click-tables';
import { deleteLinkRows, inParts } from '../erase/link-rows';
import {
  changeMove,
  claimMove,
  releaseMove,
  notePositions,
  renewClaim,
  type ClaimedMove,
} from './claim-move';
import { findErasedSince, makeIsAhead } from './is-ahead';
import { arePassed, findOpenEnds } from './open-ends';
import { MOVER_SETTINGS, type MovePositions, type MoverDeps, type MoverSettings } from './shard-move';
import {
  copyWorkspaceRows,
  countWorkspaceRows,
  fingerprintOf,
  isFoldedTwice,
  removeWorkspaceRows,
} from './workspace-rows';

/** `nothing`: no move can continue now. */
export type MoveStep = 'nothing' | 'waiting' | 'moved';

const WAIT_MS = 500;

export function makeMover(
  deps: MoverDeps,
  settings: MoverSettings = MOVER_SETTINGS,
): () => Promise<MoveStep> {
  const { shards, offsets, db, log } = deps;
  const { graceMs, claimMs, restMs } = settings;
  const isAhead = makeIsAhead(deps, settings);

  /** With the addresses in another order, rows would be removed from the shard that they have moved to. */
  const assertInPlace = async (...numbers: number[]) => {
    for (const number of numbers) await assertShardMark(shards.at(number), number);
  };
  /** Undefined while batches before them are still in flight. */
  const passedPositions = async (move: ClaimedMove): Promise<MovePositions | undefined> => {
    let { positions } = move;
    if (!positions) await notePositions(db, move, (positions = await findOpenEnds(offsets)));
    return (await arePassed(offsets, positions)) ? positions : undefined;
  };
  const begin = async (move: ClaimedMove): Promise<boolean> => {
    const { workspaceId, from, to } = move;
    await assertInPlace(from, to);
    // rows of an earlier stay, which a process that was frozen has brought back
    if ((await countWorkspaceRows(shards.at(to), workspaceId)) > 0) {
      if (await isAhead(move)) return false;
      await removeWorkspaceRows(shards.at(to), workspaceId);
      await releaseMove(db, move, restMs);
      return false;
    }
    return changeMove(db, move, { state: 'copying', shards: { shard: from, other: to }, movesRows: true });
  };
  const copy = async (move: ClaimedMove): Promise<boolean> => {
    const { workspaceId, from, to } = move;
    await assertInPlace(from, to);
    const before = await passedPositions(move);
    if (!before || (await isAhead(move, before))) return false;
    const [source, target] = [shards.at(from), shards.at(to)];
    await copyWorkspaceRows({ from: source, to: target }, { workspace: workspaceId, before }, () =>
      renewClaim(db, move, claimMs),
    );
    for (const links of inParts(await findErasedSince(db, move))) await deleteLinkRows(target, links);
    const [old, fresh] = await Promise.all(
      [source, target].map((shard) => fingerprintOf(shard, workspaceId, before)),
    );
    // links were erased meanwhile, or another ingester was frozen and has copied too
    if (old !== fresh || (await isFoldedTwice(target, workspaceId))) return false;
    return changeMove(db, move, {
      state: 'switched',
      shards: { shard: to, other: from },
      restMs: graceMs,
    });
  };
  const leave = async (move: ClaimedMove): Promise<boolean> =>
    changeMove(db, move, { state: 'removing', shards: { shard: move.to, other: null }, movesRows: true });
  const remove = async (move: ClaimedMove): Promise<boolean> => {
    const { workspaceId, from, to } = move;
    if (!(await passedPositions(move))) return false;
    await assertInPlace(from);
    const source = shards.at(from);
    await removeWorkspaceRows(source, workspaceId);
    if ((await countWorkspaceRows(source, workspaceId)) > 0)
      throw new Error('rows of a moved workspace are still there');
    log.info({ event: 'workspace_moved', workspaceId, from: from + 1, to: to + 1 });
    return changeMove(db, move, { state: 'done' });
  };
  const STEPS = { planned: begin, copying: copy, switched: leave, removing: remove };

  return async () => {
    const move = await claimMove(db, { shards: shards.all.length, claimMs });
    if (!move) return 'nothing';
    try {
      if (await STEPS[move.state](move)) return 'moved';
      await releaseMove(db, move, WAIT_MS);
      return 'waiting';
    } catch (error) {
      await releaseMove(db, move, WAIT_MS);
      throw error;
    }
  };
}
