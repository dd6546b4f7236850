// Whether an error means that a store cannot be reached or is too busy right now, and not a fault of ours.

import { errorCodeOf, hasErrorCode } from '@kurz/process';
import { InfrastructureError } from '@kurz/resilience';

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Class 08: connection; 57014: over the statement's time; 57P01–57P03: shutting down or starting; 53300: too many
 * connections.
 */
const SQLSTATE = /^(?:08\w{3}|57014|57P0[123]|53300)$/;

/** What pg, its pool and, at a time limit, ClickHouse's client say without a code. */
const UNCODED =
  /^(?:Timeout error\.$|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|timeout expired)/;

export function isStoreAway(error: unknown): boolean {
  if (error instanceof InfrastructureError) return error.retriable;
  if (typeof error !== 'object' || error === null) return false;
  const code = errorCodeOf(error) ?? '';
  const message = 'message' in error ? String(error.message) : '';
  return NETWORK.has(code) || SQLSTATE.test(code) || UNCODED.test(message);
}

const OVER_STATEMENT_TIME = '57014';

/** The store itself said nothing: what asks it next would wait for as long. A slow statement is the caller's own. */
export const isStoreSilent = (error: unknown): boolean =>
  isStoreAway(error) && !hasErrorCode(error, OVER_STATEMENT_TIME);
