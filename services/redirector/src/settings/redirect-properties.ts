// The variables of a redirector in any process: its journal, its fast path and the proxies in front of it.

import { TRUSTED_PROXIES, type SettingsProperties } from '@kurz/process';

const MIB = 1024 ** 2;

/** Properties for `readSettings`. */
export const REDIRECT_PROPERTIES = {
  KURZ_JOURNAL_MAX_BYTES: { type: 'integer', minimum: MIB, default: 10 * 1024 * MIB },
  // a shipped visit stays in the journal for this long and a minute
  KURZ_JOURNAL_ROLL_MS: { type: 'integer', minimum: 1_000, maximum: 86_400_000, default: 300_000 },
  KURZ_FSYNC_MS: { type: 'integer', minimum: 0, maximum: 60_000, default: 1_000 },
  KURZ_TRUSTED_PROXIES: TRUSTED_PROXIES,
  KURZ_FAST_PATH: { type: 'boolean', default: true, formerly: 'KURZ_LEAN_LANE' },
} as const satisfies SettingsProperties;
