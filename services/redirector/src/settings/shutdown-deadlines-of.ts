// How the time of a redirector's shutdown is divided. The primary outlasts its workers. A worker has time for its work
// before and after the last visits are shipped.

export type ShutdownDeadlines = {
  /** The primary's deadline, ms; requests in flight are cut off then. */
  primaryMs: number;
  /** A worker that has not ended so long after the stop message is killed, ms. */
  killMs: number;
  /** A worker's own deadline, ms. */
  workerMs: number;
  /**
   * The part of `workerMs` for the last visits, ms; visits that Kafka has not taken by then wait on the disk for the
   * next start.
   */
  flushMs: number;
};

const PRIMARY_ENDS_MS = 1_300;
const KILL_MARGIN_MS = 500;
/** For connections, which are cut off after 2.5 s, and for stores and locks after the flush. */
const WORKER_ENDS_MS = 4_000;

/** `stopMs`: the whole time, at least 7 s. */
export function shutdownDeadlinesOf(stopMs: number): ShutdownDeadlines {
  const killMs = stopMs - PRIMARY_ENDS_MS;
  const workerMs = killMs - KILL_MARGIN_MS;
  return { primaryMs: stopMs, killMs, workerMs, flushMs: workerMs - WORKER_ENDS_MS };
}
