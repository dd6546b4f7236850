// The setting KURZ_REDIS_URL, as every program reads it.

import { validatePlainAddress } from '@kurz/process';

/** Beside KURZ_PRIVATE_NETWORK. */
export const REDIS_URL = {
  type: 'string',
  pattern: '^rediss?://',
  validate: validatePlainAddress('redis', 'rediss'),
} as const;
