// Receives changes on a cluster: one channel (change-channel.ts) for each primary, because a change is published on the
// primary that stores it. The other nodes pass it on, without any guarantee. So each change arrives several times. The
// combined channel is connected while every primary proves its own channel.

import type { Log } from '@kurz/process';
import type { ClusterPrimary, RedisCluster } from '@kurz/redis';
import { openChangeChannel, type ChangeChannel } from '../redis/change-channel';
import type { ChangeListeners } from '../redis/change-listeners';
import { findBucket } from './buckets';
import type { BucketEpochs } from './bucket-epochs';

type Deps = {
  cluster: RedisCluster;
  /** The name of its connections. */
  listenAs: string;
  epochsOf: (primary: ClusterPrimary) => BucketEpochs;
  listeners: ChangeListeners;
  log: Log;
};

type Config = { heartbeatMs: number; connectedMs: number };

/**
 * Proves that it is still the primary of a bucket: it has an epoch there. A primary without any bucket proves nothing.
 */
const makeFetchEpoch =
  ({ cluster, epochsOf }: Deps, primary: ClusterPrimary) =>
  async (): Promise<string> => {
    const bucket = findBucket(({ epochKey }) => cluster.primaryOf(epochKey) === primary);
    if (!bucket) return 'none';
    try {
      return `${bucket.epochKey} ${await epochsOf(primary).fetch(bucket)}`;
    } catch (error) {
      cluster.refresh();
      throw error;
    }
  };

function openChannelAt(deps: Deps, primary: ClusterPrimary, config: Config): ChangeChannel {
  const subscriber = primary.openListener(deps.listenAs);
  const { redis } = primary;
  const channel = openChangeChannel(
    // a slot may have been on another primary in between
    { ...deps, redis, subscriber, epoch: { fetch: makeFetchEpoch(deps, primary) }, isEmptied: () => false },
    config,
  );
  return {
    ...channel,
    close: async () => {
      await channel.close();
      subscriber.disconnect();
    },
  };
}

export function openClusterChangeChannel(deps: Deps, config: Config): ChangeChannel {
  const { cluster } = deps;
  const channels = new Map<ClusterPrimary, ChangeChannel>();

  const follow = () => {
    const primaries = cluster.primaries();
    for (const primary of primaries) {
      if (!channels.has(primary)) channels.set(primary, openChannelAt(deps, primary, config));
    }
    for (const [primary, channel] of channels) {
      if (primaries.includes(primary)) continue;
      channels.delete(primary);
      void channel.close();
    }
  };
  const stopFollowing = cluster.onChange(follow);
  follow();

  return {
    isConnected: () => {
      const primaries = cluster.primaries();
      return primaries.length > 0 && primaries.every((primary) => channels.get(primary)?.isConnected());
    },
    waitForConnection: async (timeoutMs) => {
      const until = performance.now() + timeoutMs;
      await cluster.ready(timeoutMs).catch(() => undefined);
      const left = Math.max(0, until - performance.now());
      await Promise.all([...channels.values()].map((channel) => channel.waitForConnection(left)));
    },
    close: async () => {
      stopFollowing();
      await Promise.all([...channels.values()].map((channel) => channel.close()));
      channels.clear();
    },
  };
}
