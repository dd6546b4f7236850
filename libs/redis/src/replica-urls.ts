// The replicas of a primary that sentinels watch. One of them is the next primary, so each needs what is not
// replicated.

import type { Redis } from 'ioredis';

/**
 * Their addresses, with the name, password and TLS of `address`; none when that names no sentinels. `primary` is
 * connected by `address`. @throws what the primary refuses.
 */
export async function replicaUrls(primary: Redis, address: string): Promise<string[]> {
  const [, secure, credentials] = /^redis(s?)\+sentinel:\/\/([^/?#@]*@)?/.exec(address) ?? [];
  if (secure === undefined) return [];
  const replicas = (await primary.info('replication')).matchAll(/^slave\d+:ip=([^,]+),port=(\d+)/gm);
  return [...replicas].map(([, host = '', port]) => {
    const bracketed = host.includes(':') ? `[${host}]` : host;
    return `redis${secure}://${credentials ?? ''}${bracketed}:${port}`;
  });
}
