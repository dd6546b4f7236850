// A client's headers rarely change between requests of a connection. The headers of an earlier request are kept as
// bytes, with their parsed result. A GET with the same bytes is not parsed again, and makes no string.

import type { Sender } from '../request/visitor-request';
import { endOfPlain, IN_TARGET } from './plain-bytes';
import type { Head } from './read-head';

/** `bytes`: from the end of the target up to and with the empty line. They leave the connection open. */
export type KnownHeaders = { bytes: Buffer; sender: Sender };

/** Longer headers are rare, and would be held for as long as the connection is open. */
const MAX_BYTES = 2_048;
const GET = Buffer.from('GET /');
const PATH_AT = GET.indexOf('/');

const standsAt = (bytes: Buffer, at: number, wanted: Buffer): boolean => {
  const end = at + wanted.length;
  return end <= bytes.length && bytes.compare(wanted, 0, wanted.length, at, end) === 0;
};

const isGetAt = (bytes: Buffer, at: number): boolean => {
  for (let offset = 0; offset < GET.length; offset++) if (bytes[at + offset] !== GET[offset]) return false;
  return true;
};

/** The request that begins at `start` if it is a plain GET with these headers; else undefined, whatever it is. */
export function readKnownHead(bytes: Buffer, start: number, known: KnownHeaders): Head | undefined {
  if (!isGetAt(bytes, start)) return undefined;
  const targetAt = start + PATH_AT;
  const targetEnd = endOfPlain(bytes, targetAt, IN_TARGET);
  if (!standsAt(bytes, targetEnd, known.bytes)) return undefined;
  const target = bytes.toString('latin1', targetAt, targetEnd);
  const visitor = { method: 'GET', target, sender: known.sender };
  return { visitor, targetEnd, end: targetEnd + known.bytes.length, isLast: false };
}

/**
 * Whether the headers of a connection's nth request are worth a copy. Those of the first are not: most connections
 * bring one request. Where headers keep changing, copies become exponentially rarer.
 */
export const isToBeKnown = (request: number): boolean => request > 1 && (request & (request - 1)) === 0;

/** Slices would keep the whole head that they were cut from. */
const ownCopy = (text: string) => Buffer.from(text, 'latin1').toString('latin1');

const copyOf = (sender: Sender): Sender => ({
  host: ownCopy(sender.host),
  userAgent: ownCopy(sender.userAgent),
  referer: ownCopy(sender.referer),
  acceptLanguage: ownCopy(sender.acceptLanguage),
  forwardedFor: ownCopy(sender.forwardedFor),
  purpose: ownCopy(sender.purpose),
  fetchSite: ownCopy(sender.fetchSite),
  cookie: ownCopy(sender.cookie),
  traceparent: ownCopy(sender.traceparent),
  remoteAddress: sender.remoteAddress,
});

export function knownHeadersOf(bytes: Buffer, head: Head): KnownHeaders | undefined {
  const { targetEnd, end, isLast, visitor } = head;
  if (isLast || end - targetEnd > MAX_BYTES) return undefined;
  // not from Buffer's pool: each would keep a slab alive
  const kept = Buffer.allocUnsafeSlow(end - targetEnd);
  bytes.copy(kept, 0, targetEnd, end);
  return { bytes: kept, sender: copyOf(visitor.sender) };
}
