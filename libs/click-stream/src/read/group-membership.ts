// A member of a consumer group by @platformatic/kafka: joins, sends heartbeats, commits and leaves.
//
// joining → member of a generation (heartbeats) → joining, when the group rebalances or has put this member out → over.
//
// Kafka must never take a commit after a newer one of its partition. A commit without an answer may be taken later, so
// it is the last of its membership. A member that joins again may get the same generation, so it waits for its commits.

import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaRefusal } from '../kafka/kafka-refusal';
import { untilCoordinated } from '../kafka/until-coordinated';
import type { Address } from '../platformatic/broker-connection';
import type { Cluster } from '../platformatic/cluster';
import { makeCommitsOnTheirWay } from './commits-on-their-way';
import { joinGeneration, type Generation } from './join-generation';
import type { GroupSettings } from './join-group';

type Deps = {
  cluster: Cluster;
  joined: (generation: Generation) => void;
  /** Called before it joins again, because another member may already have the partitions. */
  lost: () => void;
};

type Commit = { generation: Generation; partition: number; offset: number; metadata: string };

export type Membership = {
  /** Never resolves; rejects with the reason why this membership is over. */
  run: () => Promise<never>;
  /** Commits as a member of that generation. Rejects when the partition is lost before the commit is sent. */
  commit: (given: Commit, lost: AbortSignal) => Promise<void>;
  /** Needs another cluster, because this one's connection may be waiting for other members to join. */
  leave: (cluster: Cluster) => Promise<void>;
};

const NO_EPOCH = -1;
/** How often the leader of the group looks for partitions that were added. */
const PARTITIONS_MS = 300_000;

/** Kafka has put this member out, or is at another generation. */
const PUT_OUT = ['UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION', 'FENCED_INSTANCE_ID'];
const TO_JOIN_AGAIN = ['MEMBER_ID_REQUIRED', 'REBALANCE_IN_PROGRESS'];
const isOneOf = (types: readonly string[], error: unknown) =>
  error instanceof KafkaRefusal && types.includes(error.type);

async function sendHeartbeat(
  send: ReturnType<Cluster['at']>,
  { groupId, sessionTimeoutMs }: GroupSettings,
  { id, memberId }: Generation,
): Promise<void> {
  const withinMs = sessionTimeoutMs / 2;
  await send(({ heartbeatV4 }) => heartbeatV4, [groupId, id, memberId, null], { withinMs });
}

async function sendOffsetCommit(
  send: ReturnType<Cluster['at']>,
  { topic, groupId }: GroupSettings,
  { generation, partition, offset, metadata }: Commit,
): Promise<void> {
  const given = {
    partitionIndex: partition,
    committedOffset: BigInt(offset),
    committedLeaderEpoch: NO_EPOCH,
    committedMetadata: metadata,
  };
  const topics = [{ name: topic, partitions: [given] }];
  const { id, memberId } = generation;
  await send(({ offsetCommitV8 }) => offsetCommitV8, [groupId, id, memberId, null, topics]);
}

async function sendLeaveGroup(cluster: Cluster, groupId: string, memberId: string): Promise<void> {
  const coordinator = await cluster.coordinator('group', groupId);
  const members = [{ memberId, groupInstanceId: null }];
  await cluster.at(coordinator)(({ leaveGroupV4 }) => leaveGroupV4, [groupId, members]);
}

export function makeMembership(deps: Deps, settings: GroupSettings): Membership {
  const { cluster } = deps;
  const { topic, groupId, sessionTimeoutMs } = settings;
  const heartbeatMs = Math.min(3_000, sessionTimeoutMs / 5);
  const over = new AbortController();
  let memberId = '';
  let coordinator: Address | undefined;
  let end: (reason: unknown) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => (end = reject));
  ended.catch(() => undefined);
  const commits = makeCommitsOnTheirWay((error) => {
    over.abort(error);
    end(error);
  });

  const findCoordinator = async () => (coordinator ??= await cluster.coordinator('group', groupId));
  const joinOnce = async () => {
    coordinator = undefined;
    const named = (given: string) => void (memberId = given);
    return joinGeneration({ cluster, coordinator: await findCoordinator(), memberId, named }, settings);
  };
  const join = async (): Promise<Generation> => {
    for (;;) {
      try {
        return await untilCoordinated(joinOnce);
      } catch (error) {
        if (isOneOf(PUT_OUT, error)) memberId = '';
        else if (!isOneOf(TO_JOIN_AGAIN, error)) throw error;
        over.signal.throwIfAborted();
      }
    }
  };
  /** Resolves when this member must join the group again. */
  const sendHeartbeats = async (generation: Generation): Promise<void> => {
    let answeredAt = performance.now();
    let countedAt = answeredAt;
    for (;;) {
      await sleep(heartbeatMs, undefined, { signal: over.signal });
      try {
        await sendHeartbeat(cluster.at(await findCoordinator()), settings, generation);
        answeredAt = performance.now();
        if (generation.assigned === undefined || answeredAt - countedAt < PARTITIONS_MS) continue;
        countedAt = answeredAt;
        if ((await cluster.leaders(topic)).count !== generation.assigned) return;
      } catch (error) {
        if (isOneOf(PUT_OUT, error)) memberId = '';
        if (isOneOf([...PUT_OUT, ...TO_JOIN_AGAIN], error)) return;
        if (performance.now() - answeredAt > sessionTimeoutMs) throw error;
        coordinator = undefined;
      }
    }
  };
  const live = async (): Promise<never> => {
    for (;;) {
      const generation = await join();
      await commits.settled();
      over.signal.throwIfAborted();
      deps.joined(generation);
      await sendHeartbeats(generation);
      deps.lost();
    }
  };

  return {
    run: () => {
      live().catch(end);
      return ended;
    },
    commit: async (given, lost) => {
      const send = cluster.at(await findCoordinator());
      over.signal.throwIfAborted();
      // the next generation may have the same number, and does not wait for commits that were not sent
      if (lost.aborted) throw new Error(`partition ${given.partition} is not this member's any more`);
      await commits.send(sendOffsetCommit(send, settings, given));
    },
    leave: async (other) => {
      over.abort(new Error('this member has left its group'));
      if (memberId !== '') await sendLeaveGroup(other, groupId, memberId);
    },
  };
}
