// How the time of a redirector's end is divided. The primary outlasts its workers. A worker has time for what it does
// before and after the last visits are shipped.

export type ShutdownDeadlines = {
  /** The primary's, ms; requests in flight are cut off then. */
  primaryMs: number;
  /** A worker that has not ended so long after the stop message is killed, ms. */
  killMs: number;
  /** A worker's own, ms. */
  workerMs: number;
  /** Of it, for the last visits, ms; what Kafka has not taken by then waits on the disk for the next start. */
  flushMs: number;
};

const PRIMARY_ENDS_MS = 1_300;
const KILL_MARGIN_MS = 500;
/** Connections that are cut off after 2.5 s, then stores and locks after the flush. */
const WORKER_ENDS_MS = 4_000;

/** `stopMs`: all of it, at least 7 s. */
export function shutdownDeadlinesOf(stopMs: number): ShutdownDeadlines {
  const killMs = stopMs - PRIMARY_ENDS_MS;
  const workerMs = killMs - KILL_MARGIN_MS;
  return { primaryMs: stopMs, killMs, workerMs, flushMs: workerMs - WORKER_ENDS_MS };
}
