// Redis: version, role, what it does when it is full or restarted, and whether the link cache was begun. INFO says all of
// it, which the services' own users may ask.

import { silentLog } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { connectionFinding } from './connection-finding';
import { finding, type ClockReading, type Examined, type Finding } from './finding';
import { PATIENCE_MS } from './examine-postgres';

/** Rights on subcommands, which the services' users need. */
const LEAST_VERSION = 7;
const FULL = 0.9;
const EPOCH_KEY = 'kurz:epoch';

type Redis = ReturnType<typeof openRedis>;

const fieldsOf = (info: string) =>
  new Map(
    info.split('\r\n').flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
    }),
  );

/** Rejects with what the connection said last when it is not ready in time. */
function connected(redis: Redis): Promise<void> {
  return new Promise((resolve, reject) => {
    let said: Error = new Error(`no answer within ${PATIENCE_MS} ms`);
    let attempts = 0;
    const timer = setTimeout(() => reject(said), PATIENCE_MS);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
    };
    redis.on('error', (error: Error) => {
      said = error;
      // the second attempt tells a server that is starting from one that is not there
      if (++attempts >= 2) end(() => reject(said));
    });
    redis.once('ready', () => end(resolve));
  });
}

function findIn(field: (name: string) => string): Finding[] {
  const findings: Finding[] = [];
  const version = field('redis_version');
  if (Number.parseInt(version, 10) < LEAST_VERSION) findings.push(finding('redis_too_old', { version }));
  if (field('role') !== 'master') findings.push(finding('redis_is_replica'));
  const policy = field('maxmemory_policy');
  if (policy !== 'noeviction') findings.push(finding('redis_may_evict', { policy }));
  const [used, most] = [Number(field('used_memory')), Number(field('maxmemory'))];
  if (most > 0 && used > FULL * most)
    findings.push(finding('redis_full', { percent: Math.round((100 * used) / most) }));
  const hasFailed = ['aof_last_write_status', 'aof_last_bgrewrite_status', 'rdb_last_bgsave_status'].some(
    (name) => field(name) === 'err',
  );
  if (hasFailed) findings.push(finding('redis_cannot_save'));
  if (field('aof_enabled') !== '1') findings.push(finding('redis_not_persistent'));
  return findings;
}

async function look(redis: Redis): Promise<Examined> {
  await connected(redis);
  const askedAt = Date.now();
  const fields = fieldsOf(await redis.info());
  const uncertainMs = (Date.now() - askedAt) / 2;
  const field = (name: string) => fields.get(name) ?? '';
  const findings = findIn(field);
  // a node of a cluster refuses the keys of others
  if (field('redis_mode') === 'cluster') findings.push(finding('redis_is_cluster'));
  else if ((await redis.get(EPOCH_KEY)) === null) findings.push(finding('redis_directory_missing'));
  const serverMs = Number(field('server_time_usec')) / 1_000;
  const clock: ClockReading = { name: 'Redis', aheadMs: serverMs - askedAt - uncertainMs, uncertainMs };
  return {
    kind: 'examined',
    part: 'redis',
    seen: `Redis ${field('redis_version')}, ${field('maxmemory_policy')}, ${field('used_memory_human')} in use`,
    findings,
    clocks: serverMs > 0 ? [clock] : [],
  };
}

export async function examineRedis(url: string): Promise<Examined> {
  const redis = openRedis(url, { log: silentLog, name: 'doctor' }, { commandTimeoutMs: PATIENCE_MS });
  try {
    return await look(redis);
  } catch (error) {
    const findings = [connectionFinding('redis', error)];
    return { kind: 'examined', part: 'redis', seen: 'Redis', findings };
  } finally {
    redis.disconnect();
  }
}
