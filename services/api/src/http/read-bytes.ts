// Reads a request's body up to a limit. Bytes past the limit are not kept; Node drains them after the answer, so that
// the caller gets to read that answer.

import type { IncomingMessage } from 'node:http';

export type BytesOutcome = { kind: 'bytes'; bytes: Buffer } | { kind: 'too_large' } | { kind: 'aborted' };

/** `too_large`: Content-Length is over the limit, or the bytes that arrive are, whatever it says. */
export function readBytes(request: IncomingMessage, limit: number): Promise<BytesOutcome> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve({ kind: 'too_large' });
  if (request.destroyed) return Promise.resolve({ kind: 'aborted' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (outcome: BytesOutcome) => {
      request.off('data', take).off('end', end).off('close', abort);
      resolve(outcome);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) settle({ kind: 'too_large' });
      else chunks.push(chunk);
    };
    const end = () => settle({ kind: 'bytes', bytes: Buffer.concat(chunks) });
    const abort = () => settle({ kind: 'aborted' });
    // a listener for errors stays, because a caller may hang up at any moment; close follows
    request.on('data', take).on('end', end).on('close', abort).on('error', abort);
  });
}
