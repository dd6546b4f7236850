// What the bench and the processes of its clients say to each other.

/** `strangers`: requests for unknown hosts; `known`: the same number of requests for the known host. */
export type Task =
  | { does: 'measure'; port: number; forMs: number }
  | { does: 'known' | 'strangers'; port: number; forMs: number };

/** Answer times of a measurement, ms; none of the others. */
export type Done = { times: number[] };
