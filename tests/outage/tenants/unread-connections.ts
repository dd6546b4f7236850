// Connections of a client that sends requests and never reads an answer.

import { connect, type Socket } from 'node:net';

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
    end: () => {
      for (const socket of sockets) socket.destroy();
      sockets = [];
    },
  };
}
