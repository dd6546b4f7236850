// kafkajs 2.2.4 commits -2, the oldest offset, when retention has overtaken what it fetches: the group's position is lost
// and the plan in its metadata as well. Here the consumer ends instead. The next one asks for an offset anew, and the
// ingester learns that the topic does not hold it.

import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';

let isKept = false;

/** Once for the process, before the first consumer is made. */
export function keepCommitted(): void {
  if (isKept) return;
  isKept = true;
  ConsumerGroup.prototype.recoverFromOffsetOutOfRange = (error) => Promise.reject(error);
}
