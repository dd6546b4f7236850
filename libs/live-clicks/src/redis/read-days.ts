// Reads a link's live days from Redis in one round trip: the positions and each day's counts by partition.

import type { Redis } from 'ioredis';
import type { LiveDay } from '../port/live-clicks';
import { addToLiveDay, emptyLiveDay } from '../port/sum-live-days';
import { dayKeyOf, POSITIONS_KEY } from './live-keys';
import { decodeState, fieldOf } from './partition-state';
import { countsAt, decodeCounts } from './stored-counts';

type Replies = readonly (readonly [Error | null, unknown])[] | null;

/** The fields of one hash of a pipeline's replies. */
function fieldsIn(replies: Replies, index: number): Map<string, string> {
  const [error, hash] = replies?.[index] ?? [new Error('Redis gave no reply')];
  if (error) throw error;
  const fields = new Map<string, string>();
  if (typeof hash !== 'object' || hash === null) return fields;
  for (const [field, text] of Object.entries(hash)) fields.set(field, String(text));
  return fields;
}

/** Positions are asked first: what is committed after that may be seen already, never only a part of a batch. */
export async function readDays(
  redis: Redis,
  { workspaceId, linkId }: { workspaceId: string; linkId: string },
  days: readonly string[],
): Promise<LiveDay[]> {
  if (days.length === 0) return [];
  const pipeline = redis.pipeline().hgetall(POSITIONS_KEY);
  for (const day of days) pipeline.hgetall(dayKeyOf(day, linkId));
  const replies: Replies = await pipeline.exec();
  const positions = new Map<string, number>();
  for (const [partition, text] of fieldsIn(replies, 0)) {
    const { epoch, position } = decodeState(text);
    positions.set(fieldOf(Number(partition), epoch), position);
  }
  const found: LiveDay[] = [];
  for (const [index, day] of days.entries()) {
    const sum = emptyLiveDay(day);
    for (const [field, text] of fieldsIn(replies, index + 1)) {
      const position = positions.get(field);
      if (position === undefined) continue;
      const stored = decodeCounts(text, day);
      if (stored.workspaceId === workspaceId) addToLiveDay(sum, countsAt(position, stored));
    }
    if (sum.requests > 0) found.push(sum);
  }
  return found;
}
