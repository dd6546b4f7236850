// Connections of a client that sends and never reads what comes.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Between two connections, so that no listen queue overflows. */
const APART_MS = 5;

export function makeUnreadConnections(portOf: () => number) {
  let sockets: Socket[] = [];
  const open = (text: string) => {
    const socket = connect({ port: portOf(), host: '127.0.0.1' });
    socket.on('error', () => socket.destroy());
    socket.pause();
    socket.write(text);
    sockets.push(socket);
    return socket;
  };
  return {
    open,
    /** The same text over connections of their own. */
    send: async (count: number, text: string) => {
      for (let index = 0; index < count; index++) {
        open(text);
        await sleep(APART_MS);
      }
    },
    /** Those that take nothing are cut off after a time. */
    areAllEnded: () => sockets.every((socket) => socket.destroyed),
    end: () => {
      for (const socket of sockets) socket.destroy();
      sockets = [];
    },
  };
}
