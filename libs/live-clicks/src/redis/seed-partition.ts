// Seeds one partition's live counts: stores them in a new epoch, which is not read until it is made the partition's.
// Earlier counts are not read from then on. Unread counts expire with their day. The next seed removes the counts of a
// failed seed from the links that it stores.

import { randomBytes } from 'node:crypto';
import { pagesOf, type Additions, type LiveAddition } from '../port/live-clicks';
import { chunksOf } from './link-additions';
import type { LiveKeys } from './live-keys';
import type { LiveScripts } from './live-scripts';
import { encodeState, fieldOf } from './partition-state';
import { keysOfAdditions, prepareAdditions } from './prepare-additions';
import { makeRepairing } from './repairing';
import { encodeCounts } from './stored-counts';

/**
 * By partition, the fields of this process's failed seeds: their epochs will never be the partition's. A seed in
 * progress is not among them.
 */
export type AbandonedFields = Map<number, readonly string[]>;

/** Bounded, because each of them has to be removed from each link. */
const MAX_ABANDONED = 10;

export async function seedPartition(
  { scripts, keys, abandoned }: { scripts: LiveScripts; keys: LiveKeys; abandoned: AbandonedFields },
  { partition, position, additions }: { partition: number; position: number; additions: Additions },
  now: number,
): Promise<string> {
  const epoch = randomBytes(9).toString('base64url');
  const field = fieldOf(partition, epoch);
  const others = abandoned.get(partition) ?? [];
  const put = async (chunk: LiveAddition[]) => {
    const prepared = await prepareAdditions(scripts.prepare, { keys, field, chunk, now });
    const args = prepared.flatMap(({ addition, msToLive }) => [
      msToLive,
      encodeCounts({
        workspaceId: addition.workspaceId,
        settled: addition,
        to: position,
        added: undefined,
      }),
    ]);
    await scripts.put(
      chunk.map(({ day, linkId }) => keys.dayOf(day, linkId)),
      [field, others.length, ...others, ...args],
    );
  };
  const repairing = makeRepairing({ scripts, keys });
  try {
    for await (const page of pagesOf(additions))
      for (const chunk of chunksOf(page, now))
        await repairing(keysOfAdditions(keys, chunk), () => put(chunk));
  } catch (error) {
    abandoned.set(partition, [...(abandoned.get(partition) ?? []), field].slice(-MAX_ABANDONED));
    throw error;
  }
  const left = (abandoned.get(partition) ?? []).filter((one) => !others.includes(one));
  abandoned.set(partition, left);
  return encodeState({ epoch, position });
}
