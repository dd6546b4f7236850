// Leaves a server that says that it is a replica: its name may lead to the new primary by now. Once a second at most, as
// it may as well lead to the replica for longer.

/** LOADING: a connection that was made before belongs to a replica that takes over the data of another primary. */
const OF_A_REPLICA = /^(?:READONLY|MASTERDOWN|LOADING) /;
const AT_MOST_EVERY_MS = 1_000;

export type LeaveReplica = {
  /** Whether the connection is to be made anew after this answer. */
  isToLeave: (error: Error) => boolean;
  /** What the server said; undefined where it was not left, or is a primary again. */
  reason: () => string | undefined;
  forget: () => void;
};

export function makeLeaveReplica(): LeaveReplica {
  let leftAt = -Infinity;
  let reason: string | undefined;
  return {
    isToLeave: ({ message }) => {
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
