// Whoever opens an HTTP server hands it; from then on a client that sends more requests than it waits for the answers of is
// cut off. node:http stops reading such a connection only when a whole chunk of it has been parsed: 64 KiB become a thousand
// requests that wait, 20 KB of memory each, and a few connections like that fill a heap. Nobody who behaves asks so far
// ahead: browsers wait for each answer.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for their answers. */
export const MOST_WAITING = 256;

export function boundPipelining(server: Server): void {
  const waiting = new WeakMap<Socket, number>();
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MOST_WAITING) socket.destroy();
    else response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  });
}
