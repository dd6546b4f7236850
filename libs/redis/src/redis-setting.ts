// The setting KURZ_REDIS_URL, as every program reads it.

import { judgePlainAddress } from '@kurz/process';

export const REDIS_URL = { type: 'string', pattern: '^rediss?://' } as const;

/** For `readSettings`, beside KURZ_PRIVATE_NETWORK. */
export const judgeRedisUrl = judgePlainAddress('redis', 'rediss');
