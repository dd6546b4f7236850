// Whoever finds a lock's name asks whether its process is alive.

import { connect } from 'node:net';
import { hasErrorCode } from '@kurz/process';

/** False when nobody listens at the socket's path any more. */
export function isListenedTo(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // a full queue of waiting connections is a process that accepts none
    socket.once('error', (error) => resolve(!hasErrorCode(error, 'ECONNREFUSED', 'ENOENT')));
  });
}
