// Corrections of kafkajs 2.2.4, which gets no more releases. Each replaces a private method of a prototype, once for
// the process and before the first client is made.

import { performance } from 'node:perf_hooks';
import Broker from 'kafkajs/src/broker';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';
import Connection from 'kafkajs/src/network/connection';
import RequestQueue from 'kafkajs/src/network/requestQueue';
import { makeFetchWait, type FetchWait } from './fetch-wait';
import { hideAborted } from './hide-aborted';
import { untilCoordinated } from './until-coordinated';

/** kafkajs's own value. */
const CHECK_MS = 10;
/** Length of the size field before each response. */
const SIZE_BYTES = 4;

/**
 * kafkajs keeps a timer of 1 ms running on every connection that was used, with a negative delay. That is a thousand
 * useless wake-ups a second, and a TimeoutNegativeWarning at every connect on Node 24 (#1751). The queue needs the
 * timer only while requests wait because the broker throttles or too many are in flight.
 */
function patchQueueTimer(): void {
  RequestQueue.prototype.scheduleCheckPendingRequests = function () {
    if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
    const throttledMs = this.throttledUntil - Date.now();
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      throttledMs > 0 ? throttledMs : CHECK_MS,
    );
  };
}

/**
 * When a connection breaks, kafkajs keeps the received part of a response and takes the first bytes of the next
 * connection for the rest of it. All that follows is misread: fetches time out, or the process ends with a RangeError.
 */
function patchReconnect(): void {
  const { connect } = Connection.prototype;
  Connection.prototype.connect = function () {
    if (!this.isConnected()) {
      this.chunks = [];
      this.bytesBuffered = 0;
      this.bytesNeeded = SIZE_BYTES;
    }
    return connect.call(this);
  };
}

/**
 * kafkajs schedules heartbeats by the wall clock. When that is set back by an hour, it sends none for an hour: the
 * broker reassigns the member's partitions, the member does not notice, and its group stalls. Here its time of the last
 * request ages with the monotonic clock.
 */
function patchHeartbeatClock(): void {
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

/**
 * kafkajs ends a consumer whose group's coordinator is still loading when it joins. Here the join is retried until
 * the coordinator is ready.
 *
 * A member that the coordinator no longer knows joins again, but kafkajs reports no rebalance: its owner continues with
 * partitions of another member. Here every join is reported before it begins.
 */
function patchJoin(): void {
  const { joinAndSync } = ConsumerGroup.prototype;
  ConsumerGroup.prototype.joinAndSync = function () {
    const { groupId, memberId } = this;
    this.instrumentationEmitter.emit('consumer.rebalancing', { groupId, memberId });
    return untilCoordinated(() => joinAndSync.call(this));
  };
}

/**
 * Every fetch of a kafkajs consumer waits for the same time. Here the time follows its activity. A paused partition is
 * about to be resumed, and while all are paused the consumer sleeps for this time instead of fetching.
 */
function patchFetchWait(): void {
  const waits = new WeakMap<ConsumerGroup, FetchWait>();
  const waitOf = (group: ConsumerGroup) => {
    const wait = waits.get(group) ?? makeFetchWait();
    waits.set(group, wait);
    return wait;
  };
  const { fetch, commitOffsets } = ConsumerGroup.prototype;
  ConsumerGroup.prototype.fetch = async function (nodeId) {
    const wait = waitOf(this);
    if (this.subscriptionState.paused().length > 0) wait.noteActivity();
    this.maxWaitTime = wait.ms();
    const batches = await fetch.call(this, nodeId);
    if (batches.some((batch) => !batch.isEmpty())) wait.noteActivity();
    return batches;
  };
  ConsumerGroup.prototype.commitOffsets = function (offsets) {
    waitOf(this).noteActivity();
    return commitOffsets.call(this, offsets);
  };
}

/**
 * kafkajs delivers messages of aborted transactions: it expects their list in the order of the first offsets, but Kafka
 * sends it in the order of the ends. Here these messages are hidden as they arrive.
 */
function readCommitted(): void {
  const { fetch } = Broker.prototype;
  Broker.prototype.fetch = async function (request) {
    const answer = await fetch.call(this, request);
    for (const { partitions } of answer.responses) partitions.forEach(hideAborted);
    return answer;
  };
}

/**
 * kafkajs commits -2, the oldest offset, when retention has overtaken its fetches: the group's position is lost, and
 * the intent in its metadata as well. Here the consumer ends instead. The next one fetches the offset again, and the
 * ingester finds that the topic does not hold it.
 */
function keepCommitted(): void {
  ConsumerGroup.prototype.recoverFromOffsetOutOfRange = (error) => Promise.reject(error);
}

let isPatched = false;

/** May be called again; then it does nothing. */
export function patchKafkajs(): void {
  if (isPatched) return;
  isPatched = true;
  patchQueueTimer();
  patchReconnect();
  patchHeartbeatClock();
  patchJoin();
  patchFetchWait();
  readCommitted();
  keepCommitted();
}
