// A front that terminates TLS on a free port of 127.0.0.9, with the certificate that a test sets for each name.

import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Made } from './made-certificates';

export type FrontManner = { kind: 'certificate'; made: Made } | { kind: 'none' } | { kind: 'slow' };

export async function startFront() {
  const manners = new Map<string, FrontManner>();
  /** The server names that clients have sent, by SNI. */
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const secured = new TLSSocket(socket, {
      isServer: true,
      SNICallback: (name, callback) => {
        asked.push(name);
        const manner = manners.get(name) ?? { kind: 'none' };
        if (manner.kind === 'certificate') callback(null, createSecureContext(manner.made));
        if (manner.kind === 'none') callback(new Error('no certificate'));
      },
    });
    secured.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.9');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    set: (name: string, manner: FrontManner) => manners.set(name, manner),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
