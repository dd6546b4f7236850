// Whoever opens an HTTP server hands it; from then on a client that does not take its answers is cut off within 15 s.
// node:http bounds the time in which a request has to come, but not the one in which an answer has to leave: such a
// connection would never end, nor what waits for it.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Node looks a second time before it tells that nothing was taken. */
const UNTAKEN_MS = 7_000;

export function addWriteTimeout(server: Server): void {
  server.setTimeout(UNTAKEN_MS, (socket: Socket) => {
    // a time-out of another length ends a connection kept alive, which node:http leaves to whoever listens
    if (socket.writableLength > 0 || socket.timeout !== UNTAKEN_MS) socket.destroy();
  });
}
