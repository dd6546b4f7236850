// An endpoint that changes something, with what the audit log calls that.

import type { AuditAction } from '@kurz/api';

/** `call` resolves with the status; what it prepares comes before it calls `begin`. */
export type AuditedEndpoint =
  | { action: AuditAction; call: (begin: () => Promise<void>) => Promise<number> }
  /** Why it writes no event. */
  | { nothing: string };

/** With something that the case makes first. */
export const after = <T>(
  make: () => Promise<T>,
  call: (made: T) => Promise<number>,
): ((begin: () => Promise<void>) => Promise<number>) => {
  return async (begin) => {
    const made = await make();
    await begin();
    return call(made);
  };
};
