// Examines a Redis Cluster: whether it serves all slots, whether each primary has a replica, and each primary's INFO.

import { errorCodeOf } from '@kurz/process';
import { evenTags, readTopology, slotOf, type ClusterAddress, type ClusterTopology } from '@kurz/redis';
import { finding, type Examined, type Finding } from './finding';
import { queryRedis, inspectRedis, type InspectedRedis } from './inspect-redis';

const SLOTS = 16_384;
/** The epoch keys of the link cache. */
const EPOCH_KEYS = evenTags(256).map((tag) => `kurz:link:{${tag}}:epoch`);

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const isNoCluster = (error: unknown) => reasonOf(error).includes('cluster support disabled');

/** The topology as the first node that answers sees it. When none answers, rejects with the last node's error. */
async function findTopology({ seeds, urlOf }: ClusterAddress): Promise<ClusterTopology> {
  let failure: unknown;
  for (const seed of seeds) {
    try {
      return await queryRedis(urlOf(seed), (redis) => readTopology(redis, seed));
    } catch (error) {
      failure = error;
      if (isNoCluster(error)) break;
    }
  }
  throw failure;
}

type InspectedPrimary = InspectedRedis & { hasEpoch: boolean };

async function inspectPrimary({ urlOf }: ClusterAddress, { ranges }: ClusterTopology, primary: string) {
  const own = ranges.filter((range) => range.primary === primary);
  const isOurs = (key: string) => own.some(({ first, last }) => first <= slotOf(key) && slotOf(key) <= last);
  return queryRedis(urlOf(primary), async (redis): Promise<InspectedPrimary> => {
    const seen = await inspectRedis(redis);
    const epochs = await Promise.allSettled(EPOCH_KEYS.filter(isOurs).map((key) => redis.get(key)));
    // a refused read does not mean that no epoch exists
    return { ...seen, hasEpoch: epochs.some((epoch) => epoch.status === 'rejected' || epoch.value !== null) };
  });
}

function findInTopology({ isServing, ranges }: ClusterTopology): Finding[] {
  const findings: Finding[] = [];
  const served = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  if (!isServing || served < SLOTS) findings.push(finding('redis_cluster_not_serving', { served }));
  const bare = ranges.find(({ replicas }) => replicas.length === 0);
  if (bare) findings.push(finding('redis_primary_without_replica', { primary: bare.primary }));
  return findings;
}

/** Rejects when no node of the address answers. */
export async function examineRedisCluster(address: ClusterAddress): Promise<Examined> {
  const part = 'redis';
  let topology: ClusterTopology;
  try {
    topology = await findTopology(address);
  } catch (error) {
    if (!isNoCluster(error)) throw error;
    return { kind: 'examined', part, seen: 'Redis', findings: [finding('redis_is_no_cluster')] };
  }
  const findings = findInTopology(topology);
  const primaries = [...new Set(topology.ranges.map(({ primary }) => primary))];
  const seen: InspectedPrimary[] = [];
  for (const primary of primaries) {
    try {
      seen.push(await inspectPrimary(address, topology, primary));
    } catch (error) {
      findings.push(
        finding('redis_primary_unreachable', { primary, reason: errorCodeOf(error) ?? reasonOf(error) }),
      );
    }
  }
  for (const one of seen.flatMap((primary) => primary.findings))
    if (!findings.some(({ what }) => what === one.what)) findings.push(one);
  if (seen.length > 0 && !seen.some(({ hasEpoch }) => hasEpoch))
    findings.push(finding('redis_directory_missing'));
  const replicas = new Set(topology.ranges.flatMap((range) => range.replicas)).size;
  const [first] = seen;
  return {
    kind: 'examined',
    part,
    seen: `Redis ${first?.field('redis_version') ?? ''}, a cluster of ${primaries.length} primaries and ${replicas} replicas`,
    findings,
    clocks: first?.clocks ?? [],
  };
}
