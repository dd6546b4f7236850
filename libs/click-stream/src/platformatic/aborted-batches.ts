// Hides the batches of aborted transactions. A fetch with `read_committed` returns them as well, with a list of those
// transactions, ordered by their ends.
//
// The rule is that of Kafka's own clients, as in hide-aborted.ts. The package's own rule delivers messages that it
// should hide: of two aborted transactions of a producer in one fetch the first, and all of a transaction whose abort
// marker comes with a later fetch.

import type { Platformatic } from './load-platformatic';

export type Fetched = Awaited<
  ReturnType<Platformatic['fetchV12']['api']['async']>
>['responses'][number]['partitions'][number];
export type Batch = NonNullable<Fetched['records']>[number];

/** Bits of a batch's attributes. */
const IS_TRANSACTIONAL = 1 << 4;
const IS_CONTROL = 1 << 5;
/** Type of a control record, after two bytes of version. */
const ABORT = 0;
const TYPE_AT = 2;

const isControl = ({ attributes }: Batch) => (attributes & IS_CONTROL) !== 0;
const isTransactional = ({ attributes }: Batch) => (attributes & IS_TRANSACTIONAL) !== 0;
const isAbortMarker = ({ records }: Batch) => {
  const key = records[0]?.key;
  return key ? key.length >= TYPE_AT + 2 && key.readInt16BE(TYPE_AT) === ABORT : false;
};
export const lastOffsetOf = ({
  firstOffset,
  lastOffsetDelta,
}: Pick<Batch, 'firstOffset' | 'lastOffsetDelta'>) => firstOffset + BigInt(lastOffsetDelta);

/** The batches that hold messages for a reader, in order. */
export function committedBatches({
  records,
  abortedTransactions,
}: Pick<Fetched, 'records' | 'abortedTransactions'>) {
  const waiting = [...(abortedTransactions ?? [])].sort((a, b) => (a.firstOffset < b.firstOffset ? -1 : 1));
  const aborted = new Set<bigint>();
  const committed: Batch[] = [];
  let begun = 0;
  for (const batch of records ?? []) {
    const last = lastOffsetOf(batch);
    for (let next = waiting[begun]; next && next.firstOffset <= last; next = waiting[++begun])
      aborted.add(next.producerId);
    if (isControl(batch)) {
      if (isAbortMarker(batch)) aborted.delete(batch.producerId);
    } else if (!isTransactional(batch) || !aborted.has(batch.producerId)) committed.push(batch);
  }
  return committed;
}
