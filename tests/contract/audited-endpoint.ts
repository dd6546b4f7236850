// An endpoint that changes something, with what the audit log calls that.

import type { AuditAction } from '@kurz/api';

/** `call` resolves with the status; what it prepares comes before it calls `begin`. */
export type AuditedEndpoint =
  | { action: AuditAction; call: (begin: () => Promise<void>) => Promise<number> }
  /** Why it writes no event. */
  | { nothing: string };
