// StreamAdmin by @platformatic/kafka.

import { InfrastructureError } from '@kurz/resilience';
import { retryWhile, UNSTABLE } from '../kafka/retry-while';
import { untilCoordinated } from '../kafka/until-coordinated';
import type { Address } from '../platformatic/broker-connection';
import type { Cluster } from '../platformatic/cluster';
import type { GroupOffset, OffsetRange, StreamAdmin } from './stream-admin';

/** Special values in place of a time. */
const EARLIEST = -2n;
const LATEST = -1n;
const NO_REPLICA = -1;
const READ_UNCOMMITTED = 0;
const READ_COMMITTED = 1;
const ANY_EPOCH = -1;
/** The generation of a client that is not a member of the group. */
const NO_GENERATION = -1;

/** The offsets by partition. */
async function offsetsAt(
  cluster: Cluster,
  topic: string,
  { leader, partitions }: { leader: Address; partitions: number[] },
  { timestamp, isolation = READ_COMMITTED }: { timestamp: bigint; isolation?: number },
): Promise<Map<number, number>> {
  const asked = partitions.map((partitionIndex) => ({
    partitionIndex,
    currentLeaderEpoch: ANY_EPOCH,
    timestamp,
  }));
  const { topics } = await cluster.at(leader)(
    ({ listOffsetsV6 }) => listOffsetsV6,
    [NO_REPLICA, isolation, [{ name: topic, partitions: asked }]],
  );
  const found = topics.flatMap((one) => one.partitions);
  return new Map(found.map(({ partitionIndex, offset }) => [partitionIndex, Number(offset)]));
}

/** The leaders of all partitions. @throws when a partition has none */
async function leadersOf(cluster: Cluster, topic: string) {
  const { led, leaderless } = await cluster.leaders(topic);
  if (leaderless.length > 0)
    throw new InfrastructureError(`partition ${leaderless[0]} of ${topic} has no leader`, true);
  return led;
}

async function rangesOf(cluster: Cluster, topic: string): Promise<Map<number, OffsetRange>> {
  const ranges = new Map<number, OffsetRange>();
  for (const one of await leadersOf(cluster, topic)) {
    const begins = await offsetsAt(cluster, topic, one, { timestamp: EARLIEST });
    const ends = await offsetsAt(cluster, topic, one, { timestamp: LATEST });
    for (const [partition, begin] of begins)
      ranges.set(partition, { begin, end: ends.get(partition) ?? begin });
  }
  return ranges;
}

async function writtenEndsOf(cluster: Cluster, topic: string): Promise<Map<number, number>> {
  const ends: [number, number][] = [];
  for (const one of await leadersOf(cluster, topic))
    ends.push(...(await offsetsAt(cluster, topic, one, { timestamp: LATEST, isolation: READ_UNCOMMITTED })));
  return new Map(ends);
}

async function offsetsSince(cluster: Cluster, topic: string, time: number): Promise<Map<number, number>> {
  const offsets = new Map<number, number>();
  for (const one of await leadersOf(cluster, topic)) {
    const ends = await offsetsAt(cluster, topic, one, { timestamp: LATEST });
    const found = await offsetsAt(cluster, topic, one, { timestamp: BigInt(time) });
    for (const [partition, offset] of found)
      offsets.set(partition, offset >= 0 ? offset : (ends.get(partition) ?? 0));
  }
  return offsets;
}

const groupOffsets = (
  cluster: Cluster,
  groupId: string,
  topic: string,
  isStable: boolean,
): Promise<GroupOffset[]> =>
  untilCoordinated(async () => {
    const coordinator = await cluster.coordinator('group', groupId);
    const group = { groupId, topics: null };
    const { topics } = await cluster.at(coordinator)(
      ({ offsetFetchV6, offsetFetchV7 }) => (isStable ? offsetFetchV7 : offsetFetchV6),
      [[group], isStable],
    );
    return topics
      .filter(({ name }) => name === topic)
      .flatMap(({ partitions }) => partitions)
      .map(({ partitionIndex, committedOffset, metadata }) => ({
        partition: partitionIndex,
        offset: Number(committedOffset),
        metadata: metadata ?? '',
      }));
  });

const setOffset = (
  cluster: Cluster,
  groupId: string,
  topic: string,
  { partition, offset }: { partition: number; offset: number },
): Promise<void> =>
  untilCoordinated(async () => {
    const coordinator = await cluster.coordinator('group', groupId);
    const given = {
      partitionIndex: partition,
      committedOffset: BigInt(offset),
      committedLeaderEpoch: ANY_EPOCH,
      committedMetadata: null,
    };
    await cluster.at(coordinator)(
      ({ offsetCommitV8 }) => offsetCommitV8,
      [groupId, NO_GENERATION, '', null, [{ name: topic, partitions: [given] }]],
    );
  });

async function groupNames(cluster: Cluster): Promise<string[]> {
  const names: string[] = [];
  for (const broker of (await cluster.brokers()).values()) {
    const { groups } = await cluster.at(broker)(({ listGroupsV4 }) => listGroupsV4, [[], []]);
    names.push(...groups.map(({ groupId }) => groupId));
  }
  return names;
}

const countMembers = (cluster: Cluster, groupId: string): Promise<number> =>
  untilCoordinated(async () => {
    const coordinator = await cluster.coordinator('group', groupId);
    const { groups } = await cluster.at(coordinator)(
      ({ describeGroupsV5 }) => describeGroupsV5,
      [[groupId], false],
    );
    return groups.flatMap(({ members }) => members).length;
  });

/** `close` closes the cluster as well. */
export const platformaticAdmin = (cluster: Cluster): StreamAdmin => ({
  countPartitions: async (topic) => (await cluster.leaders(topic)).count,
  ranges: (topic) => rangesOf(cluster, topic),
  writtenEnds: (topic) => writtenEndsOf(cluster, topic),
  offsetsAt: (topic, time) => offsetsSince(cluster, topic, time),
  committed: (groupId, topic) => groupOffsets(cluster, groupId, topic, false),
  stable: (groupId, topic) => retryWhile(UNSTABLE, () => groupOffsets(cluster, groupId, topic, true)),
  groups: () => untilCoordinated(() => groupNames(cluster)),
  countMembers: (groupId) => countMembers(cluster, groupId),
  setOffset: (groupId, topic, given) => setOffset(cluster, groupId, topic, given),
  close: () => Promise.resolve(cluster.close()),
});
