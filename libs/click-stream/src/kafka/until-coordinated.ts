// Repeats a call about a group until its coordinator is ready. The first group creates Kafka's topic of offsets, and
// a broker reads that topic after a start or when a coordinator moves. kafkajs 2.2.4 passes the error on, though the
// same call succeeds a moment later.

import { retryWhile } from './retry-while';

const NOT_READY = {
  errors: [
    'GROUP_LOAD_IN_PROGRESS',
    'GROUP_COORDINATOR_NOT_AVAILABLE',
    'NOT_COORDINATOR_FOR_GROUP',
    // Kafka's names for them since transactions have coordinators as well
    'COORDINATOR_LOAD_IN_PROGRESS',
    'COORDINATOR_NOT_AVAILABLE',
    'NOT_COORDINATOR',
  ],
  firstWaitMs: 50,
  maxWaitMs: 500,
  // a coordinator that takes longer is an outage that should be reported
  giveUpMs: 10_000,
};

/** `call` must look up the coordinator each time. */
export const untilCoordinated = <T>(call: () => Promise<T>): Promise<T> => retryWhile(NOT_READY, call);
