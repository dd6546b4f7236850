// Writes an answer to the socket: JSON, the content that a route provides, a stream, or no body.

import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { contentOf, lengthOf } from './content-of';
import type { Answer } from './route';

/** Nothing of the API may be kept by a cache, run as a page or shown in a frame. */
export const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** Yields one piece per turn of the event loop: a socket takes megabytes at once, and copying them blocks. */
async function* oneByOne(pieces: readonly Buffer[]) {
  for (const piece of pieces) {
    yield piece;
    await breathe();
  }
}

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  if (response.headersSent || response.destroyed) return void answer.stream?.stream.destroy();
  const headers = { ...HEADERS, ...answer.headers };
  if (answer.stream) {
    const { type, stream } = answer.stream;
    response.writeHead(answer.status, { ...headers, 'Content-Type': type });
    // the maker of the stream has logged why it ended early
    pipeline(stream, response, () => undefined);
    return;
  }
  const content = contentOf(answer);
  if (!content) {
    response.writeHead(answer.status, headers).end();
    return;
  }
  response.writeHead(answer.status, {
    ...headers,
    'Content-Type': content.type,
    'Content-Length': lengthOf(content),
  });
  // Node leaves the body out of an answer to HEAD
  if (content.pieces.length > 1) pipeline(Readable.from(oneByOne(content.pieces)), response, () => undefined);
  else response.end(content.pieces[0]);
}
