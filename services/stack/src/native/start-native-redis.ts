// Redis from the machine's own redis-server, in a folder that its caller owns.

import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { redisAnswers } from './redis-answers';
import { startServerProcess, type ServerCommand, type ServerProcess } from './server-process';

/**
 * The settings of every Redis here. Each write is passed to the kernel before its answer leaves, so a kill loses
 * nothing that was answered. With `everysec` it would wait up to 2 s in Redis's own memory while the disk is busy.
 */
export const REDIS_SETTINGS = { appendonly: 'yes', appendfsync: 'no', save: '' };

/** Starts it on `port`; `settings` are of redis.conf, beside those of every Redis. */
export function startNativeRedis(
  directory: string,
  port: number,
  {
    settings: given = {},
    ...options
  }: Pick<ServerCommand, 'isDetached'> & { settings?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const aclfile = path.join(directory, 'users.acl');
  // users that are made later outlive a restart; Redis wants the file to be there
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
