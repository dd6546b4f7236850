// What the proxy does to the bytes at this moment; startProxy changes it, every flow reads it.

export type NetworkConditions = {
  /** Latency of each direction. */
  delayMs: number;
  /** Limit for each direction of each connection. */
  bytesPerSecond: number;
  /** While true, bytes and ends of connections wait, like unacknowledged packets. */
  isDark: boolean;
  /** Answer bytes that a connection still lets through before it is reset. */
  answerBytes: number;
};

export function clearConditions(): NetworkConditions {
  return {
    delayMs: 0,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    isDark: false,
    answerBytes: Number.POSITIVE_INFINITY,
  };
}
