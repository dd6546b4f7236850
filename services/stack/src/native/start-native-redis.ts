// Redis from the machine's own redis-server, in a folder that its caller owns.

import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { redisAnswers } from './redis-answers';
import { startServerProcess, type ServerCommand, type ServerProcess } from './server-process';

/**
 * The settings of every Redis here. Redis passes each write to the kernel before it answers, so a kill loses no
 * acknowledged write. With `everysec` a write could wait up to 2 s in Redis's own memory while the disk is busy.
 */
export const REDIS_SETTINGS = { appendonly: 'yes', appendfsync: 'no', save: '' };

/** Starts Redis on `port`. `settings` are further settings of redis.conf. */
export function startNativeRedis(
  directory: string,
  port: number,
  {
    settings: given = {},
    ...options
  }: Pick<ServerCommand, 'isDetached'> & { settings?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const aclfile = path.join(directory, 'users.acl');
  // users that are made later outlive a restart; Redis needs the file to exist
  appendFileSync(aclfile, '');
  const own = { bind: '127.0.0.1', port, dir: directory, aclfile, daemonize: 'no' };
  const settings = { ...own, ...REDIS_SETTINGS, ...given };
  return startServerProcess({
    ...options,
    program: 'redis-server',
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    isReady: () => redisAnswers(port),
    startMs: 30_000,
  });
}
