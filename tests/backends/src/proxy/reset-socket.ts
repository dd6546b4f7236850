// Resets a connection, as a killed process does.

import type { Socket } from 'node:net';

/**
 * Destroys a socket that is already ending instead: libuv refuses to reset it, and Node would keep it open for good.
 * Its peer would then wait for it, and its own process would never end.
 */
export function resetSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
