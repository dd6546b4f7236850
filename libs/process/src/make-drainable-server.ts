// An HTTP server whose shutdown no client sees as an error: it drains while load balancers take the process out of
// rotation, then closes.

import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type DrainableServer = {
  /** Adds a part that takes connections beside node:http. Must be called before a drain. */
  addPart: (part: DrainablePart) => void;
  /** Resolves with the port; throws when it is taken. */
  listen: (host: string, port: number) => Promise<number>;
  /** Still takes requests, but closes each connection after its answer: clients go elsewhere without an error. */
  drain: () => void;
  /** Takes no more connections, lets the answers in flight leave, cuts off the rest. */
  close: () => Promise<void>;
};

/** A part that has taken connections from the server, and has to end them too. */
export type DrainablePart = {
  drain: () => void;
  closeIdleConnections: () => void;
  closeAllConnections: () => void;
};

const IDLE_CHECK_MS = 50;

/** `cutOffMs`: how long the answers in flight have to leave. */
export function makeDrainableServer(server: Server, config: { cutOffMs: number }): DrainableServer {
  const added: DrainablePart[] = [];
  let isDraining = false;
  // runs before the handler that answers, because that writes the head first
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false;
  });
  // connections opened ahead of need, as load balancers do; node:http does not count them as idle
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  const closeUnused = () => {
    for (const socket of unused) {
      unused.delete(socket);
      if (socket.bytesRead === 0) socket.destroy();
    }
  };
  const drain = () => {
    isDraining = true;
    for (const part of added) part.drain();
  };
  return {
    addPart: (part) => void added.push(part),
    listen: async (host, port) => {
      server.listen(port, host);
      await once(server, 'listening');
      const address = server.address();
      return typeof address === 'object' && address ? address.port : port;
    },
    drain,
    close: async () => {
      drain();
      const parts = [server, ...added];
      const closed = once(server, 'close');
      server.close();
      for (const part of added) part.closeIdleConnections();
      const cutOff = setTimeout(() => parts.forEach((part) => part.closeAllConnections()), config.cutOffMs);
      // a connection becomes idle when its answer has left; without this, `close` would wait for it in vain
      const sweep = setInterval(() => {
        parts.forEach((part) => part.closeIdleConnections());
        closeUnused();
      }, IDLE_CHECK_MS);
      await closed;
      clearTimeout(cutOff);
      clearInterval(sweep);
    },
  };
}
