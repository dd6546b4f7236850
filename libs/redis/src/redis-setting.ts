// The setting KURZ_REDIS_URL, as every program reads it.

import { validatePlainAddress, type SettingsValidator } from '@kurz/process';
import { sentinelsOf } from './sentinels-of';

const OF_SERVER = validatePlainAddress('redis', 'rediss');
const OF_SENTINELS = validatePlainAddress('redis+sentinel', 'rediss+sentinel');

const validate: SettingsValidator = (address, all) => {
  const sentinels = sentinelsOf(address);
  if (sentinels.kind === 'faulty') return [sentinels.fault];
  return [...OF_SERVER(address, all), ...OF_SENTINELS(address, all)];
};

/** Beside KURZ_PRIVATE_NETWORK. */
export const REDIS_URL = { type: 'string', pattern: '^rediss?([+]sentinel)?://', validate } as const;
