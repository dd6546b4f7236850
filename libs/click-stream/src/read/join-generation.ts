// Joins a consumer group once by @platformatic/kafka. Resolves with the group's new generation and the partitions of
// this member. The member that Kafka makes the leader assigns the partitions of all members.

import type { Address } from '../platformatic/broker-connection';
import type { Cluster } from '../platformatic/cluster';
import { loadPlatformatic } from '../platformatic/load-platformatic';
import { refusalOf } from '../platformatic/refusal-of';
import {
  ASSIGNER,
  assignInTurn,
  decodeAssignment,
  encodeAssignment,
  encodeSubscription,
} from './group-assignment';
import type { GroupSettings } from './join-group';

export type Generation = {
  id: number;
  memberId: string;
  partitions: number[];
  /** How many partitions the topic had at the assignment; undefined unless this member has assigned them. */
  assigned: number | undefined;
};

type Joining = {
  cluster: Cluster;
  coordinator: Address;
  /** Empty for a new member. */
  memberId: string;
  /** Called as soon as Kafka has given an id. */
  named: (memberId: string) => void;
};

const TYPE = 'consumer';
/** Added to the time that Kafka waits for the other members to join. */
const ANSWER_MS = 10_000;

const rebalanceMs = ({ sessionTimeoutMs }: GroupSettings) => Math.max(10_000, sessionTimeoutMs / 2);

async function sendJoinGroup({ cluster, coordinator, memberId, named }: Joining, settings: GroupSettings) {
  const { topic, groupId, sessionTimeoutMs } = settings;
  const given = [{ name: ASSIGNER, metadata: encodeSubscription(topic) }];
  const answer = await cluster.at(coordinator)(
    ({ joinGroupV7 }) => joinGroupV7,
    [groupId, sessionTimeoutMs, rebalanceMs(settings), memberId, null, TYPE, given, null],
    { withinMs: rebalanceMs(settings) + ANSWER_MS, inParts: true },
  );
  // with a refusal as well: at its second attempt this is a member, which can leave while it waits for the others
  if (answer.memberId !== '') named(answer.memberId);
  if (answer.errorCode !== 0) throw refusalOf(await loadPlatformatic(), answer.errorCode);
  return answer;
}

/** @throws KafkaRefusal MEMBER_ID_REQUIRED: join again with the id that was given; REBALANCE_IN_PROGRESS: join again */
export async function joinGeneration(joining: Joining, settings: GroupSettings): Promise<Generation> {
  const { cluster, coordinator } = joining;
  const { topic, groupId } = settings;
  const { generationId, leader, members, memberId, protocolName } = await sendJoinGroup(joining, settings);
  const assigned = leader === memberId ? (await cluster.leaders(topic)).count : undefined;
  const names = members.map((member) => member.memberId);
  const assignments = [...assignInTurn(names, assigned ?? 0)].map(([name, partitions]) => ({
    memberId: name,
    assignment: encodeAssignment(topic, partitions),
  }));
  const { assignment } = await cluster.at(coordinator)(
    ({ syncGroupV5 }) => syncGroupV5,
    [groupId, generationId, memberId, null, TYPE, protocolName, assignments],
    { withinMs: rebalanceMs(settings) + ANSWER_MS },
  );
  return { id: generationId, memberId, partitions: decodeAssignment(assignment, topic), assigned };
}
