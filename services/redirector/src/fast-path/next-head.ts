// Finds the request that begins at `start` in the bytes that a connection has brought.

import { readKnownHead, type KnownHeaders } from './known-headers';
import { readHead, type Head } from './read-head';

/** A longer head goes to the fallback, which applies the server's limit; that is never less than this. */
export const MAX_HEAD_BYTES = 16 * 1024;
/** Of more bytes than this, only the one head is made a text: its slices would keep the other heads alive. */
const SHORT = 2_048;
const END = '\r\n\r\n';

/** As Latin-1, from `start` to the end of the head or further. */
function textFrom(bytes: Buffer, start: number): string {
  if (bytes.length - start <= SHORT) return bytes.toString('latin1', start, bytes.length);
  const end = bytes.indexOf(END, start, 'latin1');
  return bytes.toString('latin1', start, end < 0 ? bytes.length : end + END.length);
}

/**
 * `partial`: more is to come. `odd`: it is for the fallback, which gets all that follows as well. `isOurs`: by the
 * request's target; default: all of them.
 */
export function nextHead(
  bytes: Buffer,
  start: number,
  { remoteAddress, known }: { remoteAddress: string; known?: KnownHeaders | undefined },
  isOurs: (target: string) => boolean = () => true,
): Head | 'partial' | 'odd' {
  const head =
    (known && readKnownHead(bytes, start, known)) ??
    readHead(bytes, textFrom(bytes, start), start, remoteAddress);
  if (typeof head === 'string') return head;
  // the fallback judges what follows a request that says it is the last
  if (head.isLast && head.end < bytes.length) return 'odd';
  if (head.end - start > MAX_HEAD_BYTES || !isOurs(head.visitor.target)) return 'odd';
  return head;
}
