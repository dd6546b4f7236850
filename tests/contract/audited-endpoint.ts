// An endpoint that changes something, with its action in the audit log.

import type { AuditAction } from '@kurz/api';

/** `call` resolves with the status; what it prepares comes before it calls `begin`. */
export type AuditedEndpoint =
  | { action: AuditAction; call: (begin: () => Promise<void>) => Promise<number> }
  /** Why it writes no event. */
  | { nothing: string };

/** Makes something first, before `begin`, and passes it to `call`. */
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
