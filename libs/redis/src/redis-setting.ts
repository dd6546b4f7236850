// The setting KURZ_REDIS_URL, as every program reads it.

import { validatePlainAddress, type SettingsValidator } from '@kurz/process';
import { clusterOf } from './cluster-of';
import { sentinelsOf } from './sentinels-of';

const OF_SERVER = validatePlainAddress('redis', 'rediss');
const OF_SENTINELS = validatePlainAddress('redis+sentinel', 'rediss+sentinel');
const OF_CLUSTER = validatePlainAddress('redis+cluster', 'rediss+cluster');

const validate: SettingsValidator = (address, all) => {
  for (const read of [sentinelsOf(address), clusterOf(address)])
    if (read.kind === 'faulty') return [read.fault];
  return [OF_SERVER, OF_SENTINELS, OF_CLUSTER].flatMap((faultsOf) => faultsOf(address, all));
};

/** Beside KURZ_PRIVATE_NETWORK. */
export const REDIS_URL = {
  type: 'string',
  pattern: '^rediss?([+](sentinel|cluster))?://',
  validate,
} as const;
