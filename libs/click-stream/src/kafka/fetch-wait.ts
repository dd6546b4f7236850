// How long Kafka may hold a fetch that finds nothing. It answers a connection's requests in their order, so commits,
// resuming, stopping and heartbeats wait behind an idle fetch. The wait is short while visits come. Afterwards fewer
// requests matter more: ten fetches a second of each group would be half of the work of an idle Kafka.

import { performance } from 'node:perf_hooks';

const SHORT_MS = 100;
const IDLE_MS = 500;
const IDLE_AFTER_MS = 5_000;

export type FetchWait = {
  /** Something was read, or is about to be. */
  noteActivity: () => void;
  ms: () => number;
};

/** @param now ms of a monotonic clock */
export function makeFetchWait(now: () => number = () => performance.now()): FetchWait {
  let activeAt = now();
  return {
    noteActivity: () => void (activeAt = now()),
    ms: () => (now() - activeAt < IDLE_AFTER_MS ? SHORT_MS : IDLE_MS),
  };
}
