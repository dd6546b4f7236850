// The messages between the bench and its clients' processes.

/** `strangers`: requests for unknown hosts; `known`: the same number of requests for the known host. */
export type Task =
  | { does: 'measure'; port: number; forMs: number }
  | { does: 'known' | 'strangers'; port: number; forMs: number };

/** Latencies of a measurement, ms; empty for the other tasks. */
export type Done = { times: number[] };
