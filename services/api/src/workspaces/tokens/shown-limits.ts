// The limits of a new token as both cards of the settings show them.

import type { TokenLimits } from '../../access/token-limits';

export function shownLimits({ expiresAt, networks }: TokenLimits) {
  return { expiresAt: expiresAt?.toISOString() ?? null, networks };
}
