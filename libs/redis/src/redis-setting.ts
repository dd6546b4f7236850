// The setting KURZ_REDIS_URL, as every program reads it.

export const REDIS_URL = { type: 'string', pattern: '^rediss?://' } as const;
