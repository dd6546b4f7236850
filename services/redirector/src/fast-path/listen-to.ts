// The lane hears of a socket, and no longer once it has called what it got: removing all listeners of an event would
// take the socket's own with them.

import type { Socket } from 'node:net';

export type SocketEvents = {
  onBytes: (bytes: Buffer) => void;
  onDrain: () => void;
  onEnd: () => void;
  onClose: () => void;
};

export function listenTo(socket: Socket, { onBytes, onDrain, onEnd, onClose }: SocketEvents): () => void {
  const onError = () => socket.destroy();
  socket.on('data', onBytes).on('drain', onDrain).on('end', onEnd).on('close', onClose).on('error', onError);
  return () => {
    socket
      .off('data', onBytes)
      .off('drain', onDrain)
      .off('end', onEnd)
      .off('close', onClose)
      .off('error', onError);
  };
}
