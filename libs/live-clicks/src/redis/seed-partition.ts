// Seeds one partition's live counts: stores them in a new epoch, which is not read until it is made the partition's.
// Earlier counts are not read any more then. What is not read expires with its day.

import { randomBytes } from 'node:crypto';
import { pagesOf, type Additions, type LiveAddition } from '../port/live-clicks';
import { chunksOf } from './link-additions';
import type { LiveKeys } from './live-keys';
import type { LiveScripts } from './live-scripts';
import { encodeState, fieldOf } from './partition-state';
import { prepareAdditions } from './prepare-additions';
import { encodeCounts } from './stored-counts';

export async function seedPartition(
  { scripts, keys }: { scripts: LiveScripts; keys: LiveKeys },
  { partition, position, additions }: { partition: number; position: number; additions: Additions },
  now: number,
): Promise<string> {
  const epoch = randomBytes(9).toString('base64url');
  const field = fieldOf(partition, epoch);
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
      [field, ...args],
    );
  };
  for await (const page of pagesOf(additions)) for (const chunk of chunksOf(page, now)) await put(chunk);
  return encodeState({ epoch, position });
}
