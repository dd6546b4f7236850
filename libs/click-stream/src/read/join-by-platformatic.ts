// One life of a consumer by @platformatic/kafka, with new sessions for the assigned partitions in every generation. It
// ends when the group or a partition cannot be reached for long, and when it is unknown whether a commit was taken.

import type { PlatformaticClient } from '../client/stream-client';
import { fetchPartitions, type PartitionFetches } from './fetch-partitions';
import { makeMembership } from './group-membership';
import type { Generation } from './join-generation';
import type { GroupMember, GroupSettings } from './join-group';
import type { OffsetRange } from './open-stream-offsets';
import { prefetchLimitOf } from './prefetch-limit';
import { makeStreamSession, type OwnedSession, type StreamSession } from './stream-session';

type Deps = {
  kafka: PlatformaticClient;
  range: (partition: number) => Promise<OffsetRange>;
  /** Called for each partition whenever it is given to this member. */
  onSession: (session: StreamSession) => void;
  /** Called with the partitions that this member has, after each joining. */
  onJoined: (partitions: readonly number[]) => void;
  /** Called whenever Kafka has answered a fetch, which shows that this member may read. */
  onRead: () => void;
};

export function joinByPlatformatic(deps: Deps, settings: GroupSettings): GroupMember {
  // separate connections: a fetch that waits for messages delays no heartbeat and no commit
  const cluster = deps.kafka.openCluster();
  const clusterOfFetches = deps.kafka.openCluster();
  let sessions = new Map<number, OwnedSession>();
  let fetches: PartitionFetches | undefined;
  let isOver = false;
  let fail: (reason: unknown) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => (fail = reject));
  ended.catch(() => undefined);

  const loseAll = () => {
    fetches?.stop();
    for (const session of sessions.values()) session.lose();
    sessions = new Map();
  };
  const joined = (generation: Generation) => {
    loseAll();
    if (isOver) return;
    const { partitions } = generation;
    const mine = fetchPartitions(
      {
        cluster: clusterOfFetches,
        receive: (partition, batch) => void sessions.get(partition)?.receive(batch),
        onRead: deps.onRead,
        fail,
      },
      settings.topic,
      partitions,
    );
    fetches = mine;
    const fullBytes = prefetchLimitOf(partitions.length);
    for (const partition of partitions)
      sessions.set(
        partition,
        makeStreamSession({
          partition,
          fullBytes,
          range: () => deps.range(partition),
          pause: () => mine.pause(partition),
          seekAndResume: (offset) => mine.resume(partition, offset),
          commit: (offset, metadata, lost) =>
            membership.commit({ generation, partition, offset, metadata }, lost),
        }),
      );
    deps.onJoined(partitions);
    for (const session of sessions.values()) deps.onSession(session);
  };
  const membership = makeMembership({ cluster, joined, lost: loseAll }, settings);
  membership.run().catch((reason: unknown) => {
    loseAll();
    fail(reason);
  });

  return {
    ended,
    leave: async () => {
      isOver = true;
      loseAll();
      const other = deps.kafka.openCluster();
      try {
        await membership.leave(other);
      } finally {
        for (const each of [other, cluster, clusterOfFetches]) each.close();
      }
    },
  };
}
