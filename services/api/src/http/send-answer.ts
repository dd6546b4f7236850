// Writes an answer to the socket: JSON, the content that a route brings, a stream, or no body.

import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { contentOf, lengthOf } from './content-of';
import type { Answer } from './route';

/** Nothing of the API may be kept by a cache, run as a page or shown in a frame. */
export const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

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
  for (const piece of content.pieces.slice(0, -1)) response.write(piece);
  response.end(content.pieces.at(-1));
}
