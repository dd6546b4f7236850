// Logs a lost connection once, and its return once; in between there may be thousands of attempts. A connection that
// leads to a replica instead of the primary does not count as back.

import type { Log } from '@kurz/process';
import type { Redis } from 'ioredis';
import type { ReplicaDetector } from './replica-detector';

const LOOK_AGAIN_MS = 1_000;
const CLOSED = 'connection closed';

/** True as well while the server does not answer. False for a server that does not let this user ask. */
async function mayBeReplica(redis: Redis): Promise<boolean> {
  try {
    return (await redis.info('replication')).includes('role:slave');
  } catch (error) {
    return !(error instanceof Error && error.message.startsWith('NOPERM '));
  }
}

export function logOutages(
  redis: Redis,
  { log, name, replica }: { log: Log; name: string; replica: ReplicaDetector },
): void {
  let isLost = false;
  let reason = CLOSED;
  let timer: NodeJS.Timeout | undefined;

  const back = () => {
    log.info({ event: 'redis_back', connection: name });
    isLost = false;
    replica.forget();
  };
  /** A replica may become the primary without a new connection. */
  const lookForPrimary = async () => {
    const isStillReplica = await mayBeReplica(redis);
    clearTimeout(timer);
    if (!isLost || redis.status !== 'ready') return;
    if (isStillReplica) timer = setTimeout(() => void lookForPrimary(), LOOK_AGAIN_MS).unref();
    else back();
  };

  redis.on('error', (error: Error) => (reason = error.message || error.name));
  // 'close' also comes when the connection is closed on purpose; 'reconnecting' does not
  redis.on('reconnecting', () => {
    clearTimeout(timer);
    if (!isLost) log.warn({ event: 'redis_lost', connection: name, reason: replica.reason() ?? reason });
    isLost = true;
  });
  redis.on('ready', () => {
    reason = CLOSED;
    if (!isLost) return;
    if (replica.reason() === undefined) back();
    else void lookForPrimary();
  });
}
