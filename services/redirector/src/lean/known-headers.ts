// The headers of a client rarely change from one request of a connection to the next. Those of an earlier one are kept
// as bytes, with what they said: a request that brings the same bytes again is not taken apart again.

import type { Sender } from '../visitor-request';

/** `bytes`: up to and with the empty line behind them. They leave the connection open. */
export type KnownHeaders = { bytes: Buffer; sender: Sender };

/** Longer ones are rare, and would be held for as long as the connection is open. */
const MOST_BYTES = 2_048;

export function isKnownAt(bytes: Buffer, at: number, { bytes: known }: KnownHeaders): boolean {
  const end = at + known.length;
  return end <= bytes.length && bytes.compare(known, 0, known.length, at, end) === 0;
}

/**
 * Whether the headers of a connection's request are worth a copy, by its place from 1 on: those of the first are not, as
 * most connections bring one request; where they change again and again, fewer and fewer are.
 */
export const isToBeKnown = (request: number): boolean => request > 1 && (request & (request - 1)) === 0;

export function knownHeadersOf(
  bytes: Buffer,
  head: { headersAt: number; end: number; isLast: boolean; visitor: { sender: Sender } },
): KnownHeaders | undefined {
  const { headersAt, end, isLast, visitor } = head;
  if (isLast || end - headersAt > MOST_BYTES) return undefined;
  // not of the pool: a slab of it would be held for each
  const kept = Buffer.allocUnsafeSlow(end - headersAt);
  bytes.copy(kept, 0, headersAt, end);
  return { bytes: kept, sender: visitor.sender };
}
