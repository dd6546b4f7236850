// The columns of a custom domain that has to be verified again, by a new token.

import { randomBase62 } from '@kurz/process';

export const unverifiedColumns = () => ({
  ownership_state: 'pending' as const,
  ownership_token: randomBase62(32),
  tls_state: 'pending' as const,
  proof_seen_at: null,
  proof_missing_since: null,
  next_proof_check: null,
  checked_at: null,
  problems: null,
  next_check: null,
});
