// Adds a write timeout to an HTTP server: a client that does not take its answers is cut off within 15 s. node:http limits
// the time in which a request has to come, but not the time in which an answer has to leave: such a connection would
// never end, nor what waits for it.

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
