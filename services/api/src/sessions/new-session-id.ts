// The id of a session, which its access tokens carry, and those of its rows.

import { randomBase62 } from '@kurz/process';

export function newSessionId(): string {
  return `ses_${randomBase62(18)}`;
}
