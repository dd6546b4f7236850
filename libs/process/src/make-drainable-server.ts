// An HTTP server whose shutdown no client sees as an error: it drains while load balancers take the process out of
// rotation, then closes.

import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type DrainableServer = {
  /** Something that takes connections beside node:http; to be added before a drain. */
  addPart: (part: DrainablePart) => void;
  /** Resolves with the port; throws when it is taken. */
  listen: (host: string, port: number) => Promise<number>;
  /** Takes requests as ever, but each answer ends its connection: clients go elsewhere without an error. */
  drain: () => void;
  /** Takes no more connections, lets answers under way leave, cuts off what is left. */
  close: () => Promise<void>;
};

/** Something that has taken connections from the server, and has to end them as well. */
export type DrainablePart = {
  drain: () => void;
  closeIdleConnections: () => void;
  closeAllConnections: () => void;
};

const IDLE_CHECK_MS = 50;

/** `cutOffMs`: how long answers under way have to leave. */
export function makeDrainableServer(server: Server, config: { cutOffMs: number }): DrainableServer {
  const added: DrainablePart[] = [];
  let isDraining = false;
  // before the handler that answers: what it writes first is the head
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false;
  });
  // opened ahead of need, as balancers do: for node:http such a connection is not idle
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
      // a connection turns idle when its answer has left, and would be waited for in vain
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
