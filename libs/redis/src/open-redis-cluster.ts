// Connects to the primaries of a cluster, one connection of open-redis.ts each, and sends each command where its key
// is.
//
// ioredis has a Cluster of its own. Its connections do not tolerate pauses. It resends commands that may have been
// executed, opens a connection for each look at the slots, and subscribes at a node of its own choice.

import { within } from '@kurz/resilience';
import type { Redis } from 'ioredis';
import { clusterOf } from './cluster-of';
import { openKnownNodes, type KnownNodes } from './known-nodes';
import { away, type RedisDeps } from './open-cluster-node';
import type { RedisOptions } from './open-redis';
import { redirectionOf } from './redirection-of';
import type { RedisCluster } from './redis-cluster';
import { slotOf } from './slot-of';

const MAX_REDIRECTIONS = 3;

const makeRun =
  (known: KnownNodes, { commandTimeoutMs = 50 }: RedisOptions): RedisCluster['run'] =>
  async (key, command) => {
    const slot = slotOf(key);
    let node = known.ownerOf(slot);
    let isAsking = false;
    for (let redirections = 0; ; redirections++) {
      if (!node) throw away('no primary is known for the key');
      const asking = (redis: Redis) => {
        redis.asking().catch(() => undefined);
        return command(redis);
      };
      try {
        return await node.attempt(isAsking ? asking : command);
      } catch (error) {
        const redirection = redirectionOf(error, node.endpoint);
        if (!redirection || redirections === MAX_REDIRECTIONS) throw error;
        isAsking = redirection.kind === 'ask';
        if (!isAsking) known.moved(slot, redirection.endpoint);
        node = known.nodeAt(redirection.endpoint);
        await node.ready(commandTimeoutMs);
      }
    }
  };

const makeReady = (known: KnownNodes) => async (ms: number) => {
  const until = performance.now() + ms;
  const left = () => Math.max(1, until - performance.now());
  let stop = () => {};
  if (known.primaries().length === 0) {
    const found = new Promise<void>((resolve) => (stop = known.onChange(resolve)));
    await within(left(), found).finally(() => stop());
  }
  for (const node of known.primaries()) await node.ready(left());
};

/**
 * Connects at once, in the background, and without end, as openRedis() does. `url`: as clusterOf() reads it.
 * @throws for an address that the setting would refuse.
 */
export function openRedisCluster(url: string, deps: RedisDeps, options: RedisOptions = {}): RedisCluster {
  const read = clusterOf(url);
  if (read.kind !== 'cluster') throw new Error('the address of Redis names no cluster');
  const known = openKnownNodes(read.address, deps, options);
  return {
    isCluster: true,
    run: makeRun(known, options),
    primaryOf: (key) => known.ownerOf(slotOf(key)),
    primaries: known.primaries,
    replicas: known.replicas,
    onChange: known.onChange,
    refresh: known.refresh,
    ready: makeReady(known),
    disconnect: known.close,
  };
}
