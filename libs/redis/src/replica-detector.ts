// Detects a server that says that it is a replica, so that it is left: its name may lead to the new primary by now. At
// most once a second, because the name may still lead to the replica for a while.

/** LOADING on an established connection: the server is a replica that takes over the data of another primary. */
const OF_A_REPLICA = /^(?:READONLY|MASTERDOWN|LOADING) /;
const AT_MOST_EVERY_MS = 1_000;

export type ReplicaDetector = {
  /** Whether to connect anew after this reply. */
  needsReconnect: (error: Error) => boolean;
  /** The reply for which the server was left; undefined when it was not left, or is a primary again. */
  reason: () => string | undefined;
  forget: () => void;
};

export function makeReplicaDetector(): ReplicaDetector {
  let leftAt = -Infinity;
  let reason: string | undefined;
  return {
    needsReconnect: ({ message }) => {
      const now = performance.now();
      if (!OF_A_REPLICA.test(message) || now - leftAt < AT_MOST_EVERY_MS) return false;
      leftAt = now;
      reason = message;
      return true;
    },
    reason: () => reason,
    forget: () => void (reason = undefined),
  };
}
