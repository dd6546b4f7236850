// How many expensive reads of a store run at once: one per workspace and per person, two per process. Others wait, and
// are refused within 3 s.

export const LONG_READS = {
  permits: 2,
  permitsPerKey: 1,
  queueLength: 1_000,
  queueLengthPerKey: 100,
  maxWaitMs: 2_500,
};
