// Resets a connection, as a killed process does.

import type { Socket } from 'node:net';

/**
 * One that is ending is closed: libuv refuses to reset it then, and Node keeps it open for good, which its peer waits for,
 * and for which its process never ends.
 */
export function resetSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
