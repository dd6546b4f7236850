// Hides the messages of aborted transactions. A fetch with `read_committed` returns them as well, with a list of those
// transactions. The list is ordered by their ends: of two that overlap, the one that began first may be last.
//
// The rule is that of Kafka's own clients. A transaction of the list begins at its first offset and ends at its
// producer's abort marker; what its producer sends in between is left out.

import type Broker from 'kafkajs/src/broker';

/** Type of a control record, after two bytes of version. */
const ABORT = 0;
const TYPE_AT = 2;

const isAbortMarker = ({ isControlRecord, key }: Broker.Message) =>
  isControlRecord && key !== null && key.length >= TYPE_AT + 2 && key.readInt16BE(TYPE_AT) === ABORT;

/**
 * Marks aborted messages as control records, which kafkajs skips. They keep their offsets, so a batch keeps its last
 * offset and an empty one is recognised. Empties the list, so kafkajs's own filter does nothing.
 */
export function hideAborted(partition: Broker.Partition): void {
  const { abortedTransactions, messages } = partition;
  if (!abortedTransactions || abortedTransactions.length === 0) return;
  const waiting = abortedTransactions
    .map(({ producerId, firstOffset }) => ({ producerId, first: BigInt(firstOffset) }))
    .sort((a, b) => (a.first < b.first ? -1 : 1));
  const aborted = new Set<string>();
  let begun = 0;
  for (const message of messages) {
    const offset = BigInt(message.offset);
    for (let next = waiting[begun]; next && next.first <= offset; next = waiting[++begun])
      aborted.add(next.producerId);
    const { producerId, inTransaction } = message.batchContext ?? {};
    if (producerId === undefined || !aborted.has(producerId)) continue;
    if (isAbortMarker(message)) aborted.delete(producerId);
    else if (inTransaction) message.isControlRecord = true;
  }
  partition.abortedTransactions = [];
}
