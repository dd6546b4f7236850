// Where the stream ended at some moment, as `erasures.passed_by` keeps it.

/** The end of each partition, by its number. */
export type StreamEnds = Record<string, number>;
