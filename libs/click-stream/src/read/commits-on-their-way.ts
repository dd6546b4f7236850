// The commits of a group member, with either client. Kafka must never take a commit after a newer one of its partition.

/** Errors that Kafka answers before it writes a commit, by the names of both clients. */
const REFUSALS = [
  'COORDINATOR_LOAD_IN_PROGRESS',
  'FENCED_INSTANCE_ID',
  'GROUP_AUTHORIZATION_FAILED',
  'GROUP_LOAD_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'OFFSET_METADATA_TOO_LARGE',
  'REBALANCE_IN_PROGRESS',
  'TOPIC_AUTHORIZATION_FAILED',
  'UNKNOWN_MEMBER_ID',
];

const isRefusal = (error: unknown) =>
  error instanceof Error && 'type' in error && REFUSALS.includes(String(error.type));

/**
 * `onUnknown` is called when Kafka may still take a commit later, from a stalled connection. A newer commit of the same
 * generation must not be sent then, because the late one would replace it.
 */
export function makeCommitsOnTheirWay(onUnknown: (error: unknown) => void) {
  const onTheirWay = new Set<Promise<unknown>>();
  return {
    /** Resolves when the broker has the commit; rejects when it may not have it. */
    send: async (sent: Promise<unknown>): Promise<void> => {
      onTheirWay.add(sent);
      try {
        await sent;
      } catch (error) {
        if (!isRefusal(error)) onUnknown(error);
        throw error;
      } finally {
        onTheirWay.delete(sent);
      }
    },
    /** Resolves when no commit is on its way any more. */
    settled: async (): Promise<void> => {
      await Promise.allSettled(onTheirWay);
    },
  };
}
