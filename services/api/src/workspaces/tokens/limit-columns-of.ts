// The columns of a new token that bound its use.

import { sql } from 'kysely';
import type { TokenLimits } from '../../access/token-limits';

export function limitColumnsOf({ expiresAt, networks }: TokenLimits) {
  return {
    expires_at: expiresAt,
    networks: sql<string[]>`(SELECT coalesce(array_agg(network(text::inet)), '{}')
                             FROM unnest(${networks}::text[]) AS text)`,
  };
}
