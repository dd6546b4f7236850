// The ClickHouse sink's position in a partition, checked. The intent, the stream and the published position must agree:
// from a wrong position visits count twice or never.

import { findPublishedPosition, type Db } from '@kurz/database';
import { within } from '@kurz/resilience';
import { UnusableIntent, type BatchIntent, type IntentLog } from '../../intent/intent-log';
import type { PartitionSource } from '../../source/partition-source';

type Deps = {
  intents: IntentLog;
  source: PartitionSource;
  db: Db;
  /**
   * Called when the intent cannot be true: it is gone, older than the published position, or set by hand after visits
   * that are not counted. Resolves with the intent to continue with, or throws. Without this callback, such an intent
   * is an error.
   */
  onMissingOffset?: (facts: MissingOffset) => Promise<BatchIntent>;
};

/** `begin` and `end` are those of the stream; `intent` is undefined when there is none. */
export type MissingOffset = {
  begin: number;
  end: number;
  intent: BatchIntent | undefined;
  published: number | undefined;
};

const TIMEOUT_MS = 2_000;

/** Throws when the intent lies beyond the stream: the journal was replaced under it. */
export function assertWithinStream(intent: BatchIntent, end: number): void {
  const reached = intent.to ?? intent.from;
  if (reached <= end) return;
  throw new UnusableIntent(
    `partition ${intent.partition} was consolidated to ${reached}, but its stream ends at ${end}: the journal and the ingester's state do not belong together`,
  );
}

/** A partition without an intent is new, if the database does not know it. */
async function beginIntent(
  { intents, source, onMissingOffset }: Deps,
  published: number | undefined,
): Promise<BatchIntent> {
  const { partition } = source;
  const begin = await source.begin();
  if (onMissingOffset)
    return onMissingOffset({ begin, end: await source.syncedEnd(), intent: undefined, published });
  if (published !== undefined && published > begin) {
    throw new Error(
      `partition ${partition} was consolidated to ${published}, but its intent is gone: the ingester's state directory is missing`,
    );
  }
  const intent = { partition, from: begin, to: null };
  await intents.record(intent);
  return intent;
}

async function passesVisitsOver(
  { source }: Deps,
  { from, isSetByHand }: BatchIntent,
  published: number | undefined,
): Promise<boolean> {
  return isSetByHand === true && Math.max(published ?? 0, await source.begin()) < from;
}

async function asPublished(
  deps: Deps,
  intent: BatchIntent,
  published: number | undefined,
): Promise<BatchIntent> {
  const { source, onMissingOffset } = deps;
  const isOlder = published !== undefined && published > intent.from;
  if (!isOlder && !(await passesVisitsOver(deps, intent, published))) return intent;
  if (onMissingOffset)
    return onMissingOffset({
      begin: await source.begin(),
      end: await source.syncedEnd(),
      intent,
      published,
    });
  throw new Error(
    `partition ${intent.partition} was consolidated to ${published}, but its intent says ${intent.from}: the ingester's state directory is older than the database`,
  );
}

/**
 * A position is published after its intent is recorded, and is read before it. So an intent that is older than
 * what was read is a lost one, also where another ingester has counted while this process was frozen in between.
 */
export async function findPosition(deps: Deps): Promise<number> {
  const { intents, source, db } = deps;
  const [published] = await Promise.allSettled([
    within(TIMEOUT_MS, findPublishedPosition(db, source.partition)),
  ]);
  const intent = await intents.read(source.partition);
  // PostgreSQL being away must not stop the count of ClickHouse, where the intent is an ingester's
  if (published.status === 'rejected' && (!intent || intent.isSetByHand)) throw published.reason;
  const position = published.status === 'fulfilled' ? published.value : undefined;
  if (!intent) return (await beginIntent(deps, position)).from;
  assertWithinStream(intent, await source.syncedEnd());
  return (await asPublished(deps, intent, position)).from;
}
