// What a Redis server reports about itself: version, role, what it does when it is full or restarted. All of it comes
// from INFO, which the services' own users may run.

import { silentLog } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { CHECK_TIMEOUT_MS } from './examine-postgres';
import { finding, type ClockOffset, type Finding } from './finding';

/** The first version with ACLs for subcommands, which the services' users need. */
const MIN_VERSION = 7;
const FULL = 0.9;

type Redis = ReturnType<typeof openRedis>;

export type InspectedRedis = { field: (name: string) => string; findings: Finding[]; clocks: ClockOffset[] };

const fieldsOf = (info: string) =>
  new Map(
    info.split('\r\n').flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
    }),
  );

/** For a connection that ends without a message of the server. */
const ENDED = new Error('it closes the connection: perhaps maxclients is reached, or the port expects TLS');

/** Rejects with the connection's last error when it is not ready in time. */
function connected(redis: Redis): Promise<void> {
  return new Promise((resolve, reject) => {
    let said: Error = new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`);
    let attempts = 0;
    const timer = setTimeout(() => reject(said), CHECK_TIMEOUT_MS);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
    };
    redis.on('error', (error: Error) => {
      said = error.name === 'MaxRetriesPerRequestError' ? ENDED : error;
      // the second attempt tells a server that is starting from one that is not there
      if (++attempts >= 2) end(() => reject(said));
    });
    redis.once('ready', () => end(resolve));
  });
}

/** Rejects as `connected` and `query` do. */
export async function queryRedis<Answer>(
  url: string,
  query: (redis: Redis) => Promise<Answer>,
): Promise<Answer> {
  const redis = openRedis(url, { log: silentLog, name: 'doctor' }, { commandTimeoutMs: CHECK_TIMEOUT_MS });
  try {
    await connected(redis);
    return await query(redis);
  } finally {
    redis.disconnect();
  }
}

function findIn(field: (name: string) => string): Finding[] {
  const findings: Finding[] = [];
  const version = field('redis_version');
  if (Number.parseInt(version, 10) < MIN_VERSION) findings.push(finding('redis_too_old', { version }));
  if (field('role') !== 'master') findings.push(finding('redis_is_replica'));
  // INFO has this field only when min-replicas-to-write is set; the services' users may not read the setting itself
  if (field('min_slaves_good_slaves') === '0') findings.push(finding('redis_lacks_replicas'));
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

export async function inspectRedis(redis: Redis): Promise<InspectedRedis> {
  const sentAt = Date.now();
  const fields = fieldsOf(await redis.info());
  const uncertainMs = (Date.now() - sentAt) / 2;
  const field = (name: string) => fields.get(name) ?? '';
  const serverMs = Number(field('server_time_usec')) / 1_000;
  const clock = { name: 'Redis', aheadMs: serverMs - sentAt - uncertainMs, uncertainMs };
  return { field, findings: findIn(field), clocks: serverMs > 0 ? [clock] : [] };
}
