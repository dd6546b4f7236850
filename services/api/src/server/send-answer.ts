// Writes an answer to the socket; the request listener hands it every answer of the API. JSON
// unless a route brings its own content, or no body.

import type { ServerResponse } from 'node:http';
import type { Answer, Content } from './route';

/** Nothing of the API may be kept by a cache, run as a page or shown in a frame. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

function contentOf({ body, content }: Answer): Content | undefined {
  if (content || body === undefined) return content;
  return { type: 'application/json; charset=utf-8', pieces: [Buffer.from(JSON.stringify(body))] };
}

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  if (response.headersSent || response.destroyed) return;
  const headers = { ...HEADERS, ...answer.headers };
  const content = contentOf(answer);
  if (!content) {
    response.writeHead(answer.status, headers).end();
    return;
  }
  response.writeHead(answer.status, {
    ...headers,
    'Content-Type': content.type,
    'Content-Length': content.pieces.reduce((sum, piece) => sum + piece.length, 0),
  });
  // Node leaves the body out of an answer to HEAD
  for (const piece of content.pieces.slice(0, -1)) response.write(piece);
  response.end(content.pieces.at(-1));
}
