// Adds a write timeout to an HTTP server: a client that does not take its answers is cut off within 15 s. node:http
// limits only the time in which a request has to come: such a connection, and what waits for it, would never end.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Node checks a second time before it reports that nothing was taken. */
const UNTAKEN_MS = 7_000;

export function addWriteTimeout(server: Server): void {
  server.setTimeout(UNTAKEN_MS, (socket: Socket) => {
    // a time-out of another length is the keep-alive's, which node:http leaves to its listeners
    if (socket.writableLength > 0 || socket.timeout !== UNTAKEN_MS) socket.destroy();
  });
}
