// The Idempotency-Key of a request, as its header has it.

import { refuse, type Refusal } from '../errors/refusal';

/** Any text that a client makes up: a UUID, or that UUID between quotes as the IETF's draft writes it. */
const KEY = /^[!-~]{1,255}$/;

/** `key` undefined: the request has none. */
export function idempotencyKeyOf(
  header: string | string[] | undefined,
): { kind: 'named'; key: string | undefined } | Refusal {
  if (header === undefined) return { kind: 'named', key: undefined };
  if (typeof header === 'string' && KEY.test(header)) return { kind: 'named', key: header };
  return refuse('VALIDATION_FAILED', { field: 'Idempotency-Key', reason: 'not_a_key' });
}
