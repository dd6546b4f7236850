// Adds a batch to one partition's live counts in Redis.
//
// claimed: the position is where the batch begins; an earlier claim is void from now on.
// staged: every link's counts hold the batch beside what is settled, tagged with its end. No reader sees it.
// committed: the position has moved to the end, and with it everything staged counts, in one step.
//
// Killed in between: staged counts stay unread. The link's next batch replaces them before the position passes their
// tag. A writer that was overtaken finds its claim void and writes nothing.
//
// When stored counts cannot be read, the partition's position is forgotten, so that the partition is seeded anew.

import { randomBytes } from 'node:crypto';
import type { AddOutcome, LiveAddition } from '../port/live-clicks';
import { chunksOf } from './link-additions';
import type { LiveKeys } from './live-keys';
import type { LiveScripts } from './live-scripts';
import { decodeState, encodeState, fieldOf } from './partition-state';
import { keysOfAdditions, prepareAdditions, type PreparedAddition } from './prepare-additions';
import { makeRepairing } from './repairing';
import { countsAt, decodeCounts, encodeCounts, UnreadableCountsError } from './stored-counts';

export type LiveBatch = { partition: number; from: number; to: number; additions: LiveAddition[] };

const ELSEWHERE: AddOutcome = { kind: 'elsewhere' };
const CHUNKS_AT_ONCE = 2;

function valueOf({ addition, stored }: PreparedAddition, { from, to }: LiveBatch): string {
  const { day, workspaceId } = addition;
  const settled = stored === undefined ? undefined : countsAt(from, decodeCounts(stored, day));
  return encodeCounts({ workspaceId, settled, to, added: addition });
}

/** `keys`: the keys of the batch's partition. */
export async function addBatch(
  { scripts, keys }: { scripts: LiveScripts; keys: LiveKeys },
  batch: LiveBatch,
  now: number,
): Promise<AddOutcome> {
  const head = [keys.positions, keys.claims];
  const { partition, from, to, additions } = batch;
  const claim = randomBytes(9).toString('base64url');
  const state = await scripts.claim(head, [partition, from, claim]);
  if (typeof state !== 'string') return ELSEWHERE;
  const decoded = decodeState(state);
  if (!decoded) return ELSEWHERE;
  const { epoch } = decoded;
  const field = fieldOf(partition, epoch);
  const stage = async (chunk: LiveAddition[]) => {
    const prepared = await prepareAdditions(scripts.prepare, { keys, field, chunk, now });
    const days = chunk.map(({ day, linkId }) => keys.dayOf(day, linkId));
    const args = prepared.flatMap((one) => [
      one.msToLive,
      one.stored === undefined ? 0 : 1,
      valueOf(one, batch),
    ]);
    return (await scripts.stage([...head, ...days], [partition, state, claim, field, ...args])) === 1;
  };
  const repairing = makeRepairing({ scripts, keys });
  const chunks = chunksOf(additions, now).values();
  const stageAll = async () => {
    for (const chunk of chunks)
      if (!(await repairing(keysOfAdditions(keys, chunk), () => stage(chunk)))) return false;
    return true;
  };
  // each chunk has links of its own, so that Redis works on one while this process encodes another
  const staged = await Promise.allSettled(Array.from({ length: CHUNKS_AT_ONCE }, stageAll));
  for (const outcome of staged) {
    if (outcome.status === 'rejected') {
      if (outcome.reason instanceof UnreadableCountsError) await scripts.forget(head, [partition, state]);
      throw outcome.reason;
    }
    if (!outcome.value) return ELSEWHERE;
  }
  const isCommitted = await scripts.commit(head, [
    partition,
    state,
    claim,
    encodeState({ epoch, position: to }),
  ]);
  return isCommitted === 1 ? { kind: 'added' } : ELSEWHERE;
}
