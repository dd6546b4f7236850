// The brokers of one Kafka: who leads a partition, and who coordinates a group or a transaction. Nothing is connected
// before the first request. Each user has a cluster of its own, so that a request that waits long delays no other
// user's.

import { InfrastructureError } from '@kurz/resilience';
import type { KafkaOptions } from '../kafka/kafka-options';
import type { Address, Api, How } from './broker-connection';
import { makeBrokerConnections, nameOf } from './broker-connections';
import { loadPlatformatic, type Platformatic } from './load-platformatic';
import { refusalOf } from './refusal-of';

type SendRequest = <Arguments extends unknown[], Answer>(
  request: (platformatic: Platformatic) => Api<Arguments, Answer>,
  given: Arguments,
  how?: How,
) => Promise<Answer>;

/** The current leaders and their partitions. */
export type Leaders = {
  count: number;
  led: { leader: Address; partitions: number[] }[];
  /** Partitions without a leader. */
  leaderless: number[];
};

/** `leader`: the broker's id, below 0 when there is none. */
type Partition = { partition: number; leader: number; replicas: number; inSync: number };

/** Every function throws KafkaRefusal, NoAnswerError or InfrastructureError. */
export type Cluster = {
  /** Sends requests to that broker. */
  at: (broker: Address) => SendRequest;
  /** The brokers by id. */
  brokers: () => Promise<ReadonlyMap<number, Address>>;
  /** The broker that changes topics at the moment. */
  controller: () => Promise<Address>;
  /** All topics that this user may see. */
  topicNames: () => Promise<string[]>;
  partitions: (topic: string) => Promise<Partition[]>;
  /** Requests them from Kafka each time. */
  leaders: (topic: string) => Promise<Leaders>;
  coordinator: (of: 'group' | 'transaction', id: string) => Promise<Address>;
  close: () => void;
};

const COORDINATORS = { group: 0, transaction: 1 } as const;

const addressOf = (broker: string): Address => {
  const at = broker.lastIndexOf(':');
  return { host: broker.slice(0, at).replace(/^\[(.*)\]$/, '$1'), port: Number(broker.slice(at + 1)) };
};

function leadersOf(partitions: readonly { partition: number; leader: Address | undefined }[]): Leaders {
  const led = new Map<string, { leader: Address; partitions: number[] }>();
  const leaderless: number[] = [];
  for (const { partition, leader } of partitions) {
    if (!leader) leaderless.push(partition);
    else {
      const found = led.get(nameOf(leader)) ?? { leader, partitions: [] };
      found.partitions.push(partition);
      led.set(nameOf(leader), found);
    }
  }
  return { count: partitions.length, led: [...led.values()], leaderless };
}

export function openCluster(options: KafkaOptions): Cluster {
  const connections = makeBrokerConnections(options);
  const given = options.brokers.map(addressOf);
  let known = given;
  let turn = 0;

  const at: Cluster['at'] =
    (broker) =>
    async (request, ...rest) =>
      (await connections.to(broker)).send(request(await loadPlatformatic()), ...rest);
  /** Sends to the broker that answered last, and to the others when it does not answer. */
  const any: SendRequest = async (...parameters) => {
    for (let left = known.length; ; left--) {
      const broker = known[turn % known.length];
      if (!broker) throw new InfrastructureError('no broker is known', true);
      try {
        return await at(broker)(...parameters);
      } catch (error) {
        turn++;
        if (left <= 1 || connections.isClosed()) throw error;
      }
    }
  };
  /** `topics`: null for all. */
  const metadata = async (topics: string[] | null) => {
    const answer = await any(({ metadataV9 }) => metadataV9, [topics, false, false, false], {
      inParts: true,
    });
    const brokers = new Map(answer.brokers.map(({ nodeId, host, port }) => [nodeId, { host, port }]));
    known = [...brokers.values(), ...given];
    return { topics: answer.topics, brokers, controllerId: answer.controllerId };
  };
  const partitionsOf = async (name: string) => {
    const { topics, brokers } = await metadata([name]);
    const failed = topics.find(({ errorCode }) => errorCode !== 0);
    if (failed) throw refusalOf(await loadPlatformatic(), failed.errorCode);
    const partitions = topics
      .flatMap((topic) => topic.partitions)
      .map(({ partitionIndex, leaderId, replicaNodes, isrNodes }) => ({
        partition: partitionIndex,
        leader: leaderId,
        replicas: replicaNodes.length,
        inSync: isrNodes.length,
      }));
    return { partitions, brokers };
  };

  return {
    at,
    brokers: async () => (await metadata([])).brokers,
    controller: async () => {
      const { brokers, controllerId } = await metadata([]);
      const controller = brokers.get(controllerId);
      if (!controller) throw new InfrastructureError('Kafka has no controller', true);
      return controller;
    },
    topicNames: async () => (await metadata(null)).topics.map(({ name }) => name),
    partitions: async (topic) => (await partitionsOf(topic)).partitions,
    leaders: async (topic) => {
      const { partitions, brokers } = await partitionsOf(topic);
      return leadersOf(
        partitions.map(({ partition, leader }) => ({ partition, leader: brokers.get(leader) })),
      );
    },
    coordinator: async (of, id) => {
      const answer = await any(({ findCoordinatorV3 }) => findCoordinatorV3, [COORDINATORS[of], [id]]);
      const [found] = answer.coordinators;
      if (!found) throw new InfrastructureError(`Kafka names no coordinator of ${id}`, true);
      return { host: found.host, port: found.port };
    },
    close: connections.close,
  };
}
