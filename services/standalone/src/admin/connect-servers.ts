// Gives an admin command the servers of a production installation: PostgreSQL, and Redis so that changed links count at
// once. Without Redis an API applies the changes within a second.

import { once } from 'node:events';
import { makeLinkChangeApplier } from '@kurz/api';
import { openDatabase, type DatabaseOptions, type Db } from '@kurz/database';
import { makeRedisLinkDirectory } from '@kurz/link-directory';
import { makeClosing, systemClock, type Log } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { UNHURRIED, type AdminConnection } from './admin-connection';

export type ServerSettings = { postgres: DatabaseOptions; redisUrl?: string; tokenPepper?: string };

const COMMAND_TIMEOUT_MS = 2_000;
const REDIS_MS = 3_000;

/** What Redis does not take stays in link_changes. */
async function applyThrough(redisUrl: string, db: Db, log: Log): Promise<void> {
  const redis = openRedis(redisUrl, { log, name: 'admin' }, { commandTimeoutMs: COMMAND_TIMEOUT_MS });
  const directory = makeRedisLinkDirectory({ redis, log, clock: systemClock });
  try {
    await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_MS) });
    await makeLinkChangeApplier({ db, directory, log, clock: systemClock }).applyAll();
  } catch (error) {
    log.warn({ event: 'changes_left_to_the_api', reason: String(error) });
  } finally {
    await directory.close();
    redis.disconnect();
  }
}

export function connectServers(settings: ServerSettings, log: Log): AdminConnection {
  const { postgres, redisUrl, tokenPepper } = settings;
  const closing = makeClosing();
  const database = openDatabase({ ...postgres, ...UNHURRIED });
  closing.add('database', database.close);
  return {
    db: database.db,
    tokenPepper,
    applyChanges: async () => {
      if (redisUrl !== undefined) await applyThrough(redisUrl, database.db, log);
    },
    close: closing.close,
  };
}
