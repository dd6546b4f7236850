// Which primary of a cluster has which slots, as far as is known.
//
// Every second, and soon after a sign of change (MOVED, a lost connection), all connected primaries are queried for
// their view. The one with the highest epoch is taken, so that a former primary that comes back is not believed.
// While no primary answers, the nodes of the address and the replicas are queried.

import { once } from 'node:events';
import { silentLog } from '@kurz/process';
import { within } from '@kurz/resilience';
import type { Redis } from 'ioredis';
import type { ClusterAddress, Endpoint } from './cluster-of';
import { readTopology, type ClusterTopology } from './cluster-topology';
import { openClusterNode, type ClusterNode, type RedisDeps } from './open-cluster-node';
import { openRedis, type RedisOptions } from './open-redis';
import type { RedisCluster } from './redis-cluster';
import { SLOTS } from './slot-of';

const REFRESH_MS = 1_000;
const REFRESH_AT_MOST_EVERY_MS = 100;

export type KnownNodes = Pick<RedisCluster, 'replicas' | 'onChange' | 'refresh'> & {
  primaries: () => readonly ClusterNode[];
  /** The node at an endpoint; opens it when it is not known. */
  nodeAt: (endpoint: Endpoint) => ClusterNode;
  ownerOf: (slot: number) => ClusterNode | undefined;
  /** Notes a slot's new owner, as a node answered. */
  moved: (slot: number, endpoint: Endpoint) => void;
  close: () => void;
};

/** Calls `look` every second, and soon after `soon`, one at a time. `look` must never reject. */
function makeLooks(look: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let [isClosed, isUnderWay, isWantedAgain] = [false, false, false];
  const lookNow = async () => {
    isUnderWay = true;
    isWantedAgain = false;
    await look();
    isUnderWay = false;
    if (isClosed) return;
    timer = setTimeout(() => void lookNow(), isWantedAgain ? REFRESH_AT_MOST_EVERY_MS : REFRESH_MS).unref();
  };
  void lookNow();
  return {
    soon: () => {
      if (isClosed || isWantedAgain) return;
      isWantedAgain = true;
      if (isUnderWay) return;
      clearTimeout(timer);
      timer = setTimeout(() => void lookNow(), REFRESH_AT_MOST_EVERY_MS).unref();
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** The first view that any node answers. A node that has lost everything, or has not joined yet, has none. */
async function queryAny(
  { urlOf }: ClusterAddress,
  endpoints: Iterable<Endpoint>,
  { deps, options }: { deps: RedisDeps; options: RedisOptions },
): Promise<ClusterTopology> {
  const opened: Redis[] = [];
  const query = async (endpoint: Endpoint) => {
    const finder = { log: silentLog, name: `${deps.name}-finder` };
    const redis = openRedis(urlOf(endpoint), finder, options);
    opened.push(redis);
    await within(options.connectTimeoutMs ?? 1_000, once(redis, 'ready'));
    const view = await readTopology(redis, endpoint);
    if (view.ranges.length === 0) throw new Error(`${endpoint} knows of no slots`);
    return view;
  };
  try {
    return await Promise.any([...endpoints].map(query));
  } finally {
    for (const redis of opened) redis.disconnect();
  }
}

/** Each reason once: one node may be down while another refuses. */
function reasonOf(error: unknown): string {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const reasons = errors.map((each) => (each instanceof Error ? each.message || each.name : String(each)));
  return [...new Set(reasons)].join('; ');
}

/** The newest view of the connected nodes. */
async function queryEach(nodes: readonly ClusterNode[]): Promise<ClusterTopology | undefined> {
  const connected = nodes.filter(({ redis }) => redis.status === 'ready');
  const query = ({ attempt, endpoint }: ClusterNode) => attempt((redis) => readTopology(redis, endpoint));
  const views = await Promise.allSettled(connected.map(query));
  return views
    .flatMap((view) => (view.status === 'fulfilled' && view.value.ranges.length > 0 ? [view.value] : []))
    .sort((one, other) => other.epoch - one.epoch)[0];
}

export function openKnownNodes(address: ClusterAddress, deps: RedisDeps, options: RedisOptions): KnownNodes {
  const nodes = new Map<Endpoint, ClusterNode>();
  const owners = new Array<Endpoint | undefined>(SLOTS).fill(undefined);
  const listeners = new Set<() => void>();
  let primaries: readonly ClusterNode[] = [];
  let replicas: readonly Endpoint[] = [];
  let isClosed = false;

  const nodeAt = (endpoint: Endpoint): ClusterNode => {
    const known = nodes.get(endpoint);
    if (known) return known;
    const node = openClusterNode(endpoint, address.urlOf(endpoint), deps, options);
    node.redis.on('close', () => looks.soon());
    nodes.set(endpoint, node);
    return node;
  };

  const adopt = ({ ranges }: ClusterTopology) => {
    owners.fill(undefined);
    for (const { first, last, primary } of ranges) owners.fill(primary, first, last + 1);
    const before = primaries;
    primaries = [...new Set(ranges.map(({ primary }) => primary))].map(nodeAt);
    replicas = [...new Set(ranges.flatMap((range) => range.replicas))];
    for (const [endpoint, node] of nodes) {
      if (primaries.includes(node)) continue;
      nodes.delete(endpoint);
      node.disconnect();
    }
    const isSame = before.length === primaries.length && primaries.every((node) => before.includes(node));
    if (!isSame) for (const listener of [...listeners]) listener();
  };

  const look = async () => {
    const others = new Set([...address.seeds, ...replicas]);
    const found = (await queryEach(primaries)) ?? (await queryAny(address, others, { deps, options }));
    if (!isClosed) adopt(found);
  };
  // without any answer, the known topology stays
  let isLost = false;
  const lookAndLog = async () => {
    try {
      await look();
      if (isLost) deps.log.info({ event: 'redis_back', connection: deps.name });
      isLost = false;
    } catch (error) {
      if (!isLost) deps.log.warn({ event: 'redis_lost', connection: deps.name, reason: reasonOf(error) });
      isLost = true;
    }
  };
  const looks = makeLooks(lookAndLog);

  return {
    primaries: () => primaries,
    replicas: () => replicas,
    nodeAt,
    ownerOf: (slot) => {
      const owner = owners[slot];
      return owner === undefined ? undefined : nodes.get(owner);
    },
    moved: (slot, endpoint) => {
      owners[slot] = endpoint;
      looks.soon();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh: looks.soon,
    close: () => {
      isClosed = true;
      looks.close();
      for (const node of nodes.values()) node.disconnect();
    },
  };
}
