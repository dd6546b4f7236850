// Consolidate's intents beside the committed offsets of its group. The session that owns the partition records an
// intent, so a member that lost it is refused; every process may read.

import type { CommittedOffset, StreamOffsets, StreamSession } from '@kurz/click-stream';
import { streamGroupOf } from '../source/consumer-name';
import { memoizeTtl } from '../waiting/memoize-ttl';
import type { SequenceCheck } from './sequence-check';
import { decodeIntentMetadata, encodeIntentMetadata } from './intent-metadata';
import type { BatchIntent, IntentLog } from './intent-log';

const GROUP = streamGroupOf('consolidate');
const TTL_MS = 250;

const intentOf = (partition: number, { offset, metadata }: CommittedOffset): BatchIntent => {
  const { to } = decodeIntentMetadata(metadata);
  if (to !== null && to <= offset)
    throw new Error(`the intent of partition ${partition} ends before ${offset}`);
  // an ingester commits no offset without metadata
  return { partition, from: offset, to, ...(metadata === '' && { isSetByHand: true }) };
};

/** For reading only: positions may be a moment old, but are never ahead of the truth. */
export function makeCommittedIntents(offsets: StreamOffsets): IntentLog {
  const committed = memoizeTtl(() => offsets.committed(GROUP), TTL_MS);
  return {
    read: async (partition) => {
      const found = (await committed()).get(partition);
      return found && intentOf(partition, found);
    },
    record: () => Promise.reject(new Error('only the owner of a partition records its intent')),
    partitions: async () => [...(await committed()).keys()],
  };
}

export type SessionIntents = IntentLog & {
  /**
   * Continues from this intent, whatever is committed, until this session records its first intent. Records this one as
   * soon as the group can commit, because live counts of a new partition begin when it is there.
   */
  beginAt: (intent: BatchIntent) => void;
  /** The commit that this session has found or made last. */
  known: () => CommittedOffset | undefined;
};

type Deps = {
  offsets: StreamOffsets;
  session: StreamSession;
  sequence: SequenceCheck;
  onIntent: (intent: BatchIntent) => void;
};

export function makeSessionIntents({ offsets, session, sequence, onIntent }: Deps): SessionIntents {
  const { partition, lost } = session;
  let begun: BatchIntent | undefined;
  let known: CommittedOffset | undefined;

  const record = async (intent: BatchIntent) => {
    const metadata = encodeIntentMetadata({ to: intent.to, seen: sequence.seen() });
    await session.commit(intent.from, metadata);
    begun = undefined;
    known = { offset: intent.from, metadata };
    onIntent(intent);
  };

  return {
    read: async () => {
      const found = begun ? undefined : (await offsets.committed(GROUP)).get(partition);
      if (lost.aborted) throw new Error(`partition ${partition} is not this process's any more`);
      if (begun) return begun;
      if (!found) return undefined;
      known = found;
      sequence.load(decodeIntentMetadata(found.metadata).seen);
      return intentOf(partition, found);
    },
    record,
    partitions: async () => [...(await offsets.committed(GROUP)).keys()],
    beginAt: (intent) => {
      begun = intent;
      // when it fails, the next batch fails as well, and reports it
      record(intent).catch(() => undefined);
    },
    known: () => known,
  };
}
