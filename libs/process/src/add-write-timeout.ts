// Adds a write timeout to an HTTP server: a client that does not read its answers is cut off within 15 s. node:http
// limits only the time in which a request has to arrive. Without this, such a connection and what waits for it would
// never end.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Node checks twice, so it reports a client that reads nothing after 14 s. */
const UNTAKEN_MS = 7_000;

export function addWriteTimeout(server: Server): void {
  server.setTimeout(UNTAKEN_MS, (socket: Socket) => {
    // a timeout of another length is the keep-alive's, which node:http leaves to its listeners
    if (socket.writableLength > 0 || socket.timeout !== UNTAKEN_MS) socket.destroy();
  });
}
