// The setting KURZ_REDIS_URL, as every program reads it.

import { urlsOfHosts, validatePlainAddress, type SettingsValidator } from '@kurz/process';
import { clusterOf } from './cluster-of';
import { sentinelsOf } from './sentinels-of';

const OF_SERVER = validatePlainAddress('redis', 'rediss');
const OF_SENTINELS = validatePlainAddress('redis+sentinel', 'rediss+sentinel');
const OF_CLUSTER = validatePlainAddress('redis+cluster', 'rediss+cluster');

/**
 * For one server. For several, ioredis would throw, or look up one host of that name; a database that is not a number
 * would be NaN.
 */
function validateServer(address: string): string[] {
  if (!/^rediss?:/.test(address)) return [];
  const [url, ...others] = urlsOfHosts(address) ?? [];
  return [
    ...(others.length > 0
      ? ['must name one server: for several, use redis+sentinel:// or redis+cluster://']
      : []),
    ...(/^\/?\d*$/.test(url?.pathname ?? '') ? [] : ['must name the database by its number']),
  ];
}

const validate: SettingsValidator = (address, all) => {
  for (const read of [sentinelsOf(address), clusterOf(address)])
    if (read.kind === 'faulty') return [read.fault];
  const faults = [OF_SERVER, OF_SENTINELS, OF_CLUSTER].flatMap((faultsOf) => faultsOf(address, all));
  return [...faults, ...validateServer(address)];
};

/** Needs KURZ_PRIVATE_NETWORK beside it. */
export const REDIS_URL = {
  type: 'string',
  pattern: '^rediss?([+](sentinel|cluster))?://',
  validate,
} as const;
