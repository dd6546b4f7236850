// The setting KURZ_REDIS_URL, as every program reads it.

import { judgePlainAddress } from '@kurz/process';

/** Beside KURZ_PRIVATE_NETWORK. */
export const REDIS_URL = {
  type: 'string',
  pattern: '^rediss?://',
  judge: judgePlainAddress('redis', 'rediss'),
} as const;
