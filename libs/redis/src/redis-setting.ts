// The setting KURZ_REDIS_URL, as every program reads it.

import { urlsOfHosts, validatePlainAddress, type SettingsValidator } from '@kurz/process';
import { clusterOf } from './cluster-of';
import { sentinelsOf } from './sentinels-of';

const OF_SERVER = validatePlainAddress('redis', 'rediss');
const OF_SENTINELS = validatePlainAddress('redis+sentinel', 'rediss+sentinel');
const OF_CLUSTER = validatePlainAddress('redis+cluster', 'rediss+cluster');

/** Of a server: ioredis would throw, or look for a host of that name. */
function validateNumber(address: string): string[] {
  const urls = /^rediss?:/.test(address) ? (urlsOfHosts(address) ?? []) : [];
  return urls.length > 1 ? ['must name one server: several are redis+sentinel:// or redis+cluster://'] : [];
}

/** Of a server. ioredis would select the database NaN, and end the process with what Redis says to that. */
function validateDatabase(address: string): string[] {
  const [url] = /^rediss?:/.test(address) ? (urlsOfHosts(address) ?? []) : [];
  return /^\/?\d*$/.test(url?.pathname ?? '') ? [] : ['must name the database by its number'];
}

const validate: SettingsValidator = (address, all) => {
  for (const read of [sentinelsOf(address), clusterOf(address)])
    if (read.kind === 'faulty') return [read.fault];
  const faults = [OF_SERVER, OF_SENTINELS, OF_CLUSTER].flatMap((faultsOf) => faultsOf(address, all));
  return [...faults, ...validateNumber(address), ...validateDatabase(address)];
};

/** Beside KURZ_PRIVATE_NETWORK. */
export const REDIS_URL = {
  type: 'string',
  pattern: '^rediss?([+](sentinel|cluster))?://',
  validate,
} as const;
