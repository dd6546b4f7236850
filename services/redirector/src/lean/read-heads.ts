// The lane hands all the bytes that a connection has brought and gets the requests in them, and where the last ends.

import { readKnownHead, type KnownHeaders } from './known-headers';
import { readHead, type Head } from './read-head';

export type Heads = { heads: Head[]; end: number };

/** A longer head is for the reference lane, which counts what the server allows; that is never less than this. */
export const MAX_HEAD_BYTES = 16 * 1024;

/**
 * Undefined when anything odd is among them, or anything that is not the redirector's: the reference lane then gets all
 * of them, as if it had been the first. `isOurs`: by the request's target; all of them unless told.
 */
export function readHeads(
  bytes: Buffer,
  { remoteAddress, known }: { remoteAddress: string; known?: KnownHeaders | undefined },
  isOurs: (target: string) => boolean = () => true,
): Heads | undefined {
  let text: string | undefined;
  const heads: Head[] = [];
  let end = 0;
  while (end < bytes.length) {
    const head =
      (known && readKnownHead(bytes, end, known)) ??
      readHead(bytes, (text ??= bytes.toString('latin1')), end, remoteAddress);
    if (head === 'partial') break;
    // what comes behind a request that says it is the last is for the reference lane to judge
    if (head === 'odd' || (head.isLast && head.end < bytes.length)) return undefined;
    if (head.end - end > MAX_HEAD_BYTES || !isOurs(head.visitor.target)) return undefined;
    heads.push(head);
    end = head.end;
  }
  return { heads, end };
}
