// Examines Redis: a single server, and whether it has a link cache; or each primary of a cluster.

import { clusterOf } from '@kurz/redis';
import { connectionFinding } from './connection-finding';
import { examineRedisCluster } from './examine-redis-cluster';
import { finding, type Examined } from './finding';
import { queryRedis, inspectRedis } from './inspect-redis';

const EPOCH_KEY = 'kurz:epoch';

const examineServer = (url: string): Promise<Examined> =>
  queryRedis(url, async (redis) => {
    const { field, findings, clocks } = await inspectRedis(redis);
    // a node of a cluster refuses the keys of other nodes
    if (field('redis_mode') === 'cluster') findings.push(finding('redis_is_cluster'));
    else if ((await redis.get(EPOCH_KEY)) === null) findings.push(finding('redis_directory_missing'));
    return {
      kind: 'examined',
      part: 'redis',
      seen: `Redis ${field('redis_version')}, ${field('maxmemory_policy')}, ${field('used_memory_human')} in use`,
      findings,
      clocks,
    };
  });

export async function examineRedis(url: string): Promise<Examined> {
  const read = clusterOf(url);
  try {
    return await (read.kind === 'cluster' ? examineRedisCluster(read.address) : examineServer(url));
  } catch (error) {
    const findings = [connectionFinding('redis', error)];
    return { kind: 'examined', part: 'redis', seen: 'Redis', findings };
  }
}
