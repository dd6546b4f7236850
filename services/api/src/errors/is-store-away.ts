// Whether an error means that a store cannot be reached, is too busy or has ended a transaction that may be repeated,
// and not a fault of ours.

import { errorCodeOf } from '@kurz/process';
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

/** Class 08: connection; 57P01–57P03: shutting down or starting; 53300: too many connections. */
const SERVER_AWAY = /^(?:08\w{3}|57P0[123]|53300)$/;

/**
 * The server ended this transaction and kept nothing of it; the next may succeed. 25006: it takes no writes, as a
 * standby or with a full disk; 25P03, 25P04: transaction timeouts; 40001, 40P01: a conflict or a deadlock; class 53:
 * out of disk or memory; 55P03: lock timeout; 57014: statement timeout.
 */
const TRANSACTION_ENDED = /^(?:25006|25P0[34]|40001|40P01|53[0124]00|55P03|57014)$/;

/** Messages of errors without a code: from pg, its pool and, at a time limit, ClickHouse's client. */
const UNCODED =
  /^(?:Timeout error\.$|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|timeout expired)/;

export function isStoreAway(error: unknown): boolean {
  if (error instanceof InfrastructureError) return error.retriable;
  if (typeof error !== 'object' || error === null) return false;
  const code = errorCodeOf(error) ?? '';
  const message = 'message' in error ? String(error.message) : '';
  return NETWORK.has(code) || SERVER_AWAY.test(code) || TRANSACTION_ENDED.test(code) || UNCODED.test(message);
}

/** The store itself does not answer: the next request would wait as long. A slow statement is its caller's problem. */
export const isStoreSilent = (error: unknown): boolean =>
  isStoreAway(error) && !TRANSACTION_ENDED.test(errorCodeOf(error) ?? '');

/** Class 28: name or password; 3D000: no such database; the others are Node's certificate errors. */
const CONNECTION_REFUSED =
  /^(?:28\w{3}|3D000|CERT_\w+|ERR_TLS_\w+|\w+_SELF_SIGNED_CERT|SELF_SIGNED_CERT\w*|UNABLE_TO_\w+)$/;

/** A store answers but accepts no connection, as while its password or certificate is replaced. A wait may not help. */
export const isConnectionRefused = (error: unknown): boolean =>
  CONNECTION_REFUSED.test(errorCodeOf(error) ?? '');
