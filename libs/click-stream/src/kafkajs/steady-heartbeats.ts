// kafkajs 2.2.4 tells by the wall clock when a heartbeat is due. Set back by an hour, it sends none for an hour: the
// broker gives an idle member's partitions away, no heartbeat tells it so, and its group stands still all that time.
// Here its note of the last request ages with the monotonic clock.

import { performance } from 'node:perf_hooks';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';

let isSteady = false;

/** Once for the process, before the first consumer is made. */
export function steadyHeartbeats(): void {
  if (isSteady) return;
  isSteady = true;
  const notedAt = new WeakMap<object, number>();
  Object.defineProperty(ConsumerGroup.prototype, 'lastRequest', {
    get(this: object) {
      return Date.now() - (performance.now() - (notedAt.get(this) ?? -Infinity));
    },
    // kafkajs sets it to `Date.now()` and nothing else
    set(this: object) {
      notedAt.set(this, performance.now());
    },
  });
}
