// Which nodes have which slots, as one node of a cluster sees it.

import type { Redis } from 'ioredis';
import type { Endpoint } from './cluster-of';

export type SlotRange = { first: number; last: number; primary: Endpoint; replicas: readonly Endpoint[] };

export type ClusterTopology = {
  /** Grows with each change that nodes vote on: of two views the one with the higher epoch is newer. */
  epoch: number;
  /** Whether the node would serve its slots: it has a majority. */
  isServing: boolean;
  ranges: readonly SlotRange[];
};

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function endpointIn(value: unknown, asked: Endpoint): Endpoint {
  const [host, port] = listIn(value);
  const own = asked.slice(0, asked.lastIndexOf(':'));
  return `${typeof host === 'string' && host !== '' ? host : own}:${Number(port)}`;
}

function rangeIn(value: unknown, asked: Endpoint): SlotRange {
  const [first, last, primary, ...replicas] = listIn(value);
  return {
    first: Number(first),
    last: Number(last),
    primary: endpointIn(primary, asked),
    replicas: replicas.map((replica) => endpointIn(replica, asked)),
  };
}

/** `asked`: the endpoint of the connection. Rejects when the node does not answer, or is not part of a cluster. */
export async function readTopology(redis: Redis, asked: Endpoint): Promise<ClusterTopology> {
  const [info, slots] = await Promise.all([redis.cluster('INFO'), redis.cluster('SLOTS')]);
  const said = String(info);
  return {
    epoch: Number(/^cluster_current_epoch:(\d+)/m.exec(said)?.[1] ?? 0),
    isServing: /^cluster_state:ok/m.test(said),
    ranges: listIn(slots).map((range) => rangeIn(range, asked)),
  };
}
