// Opens connections and drops them in every way a client can leave.

import type { Socket } from 'node:net';
import type { Attack } from './attack';
import { openConnections } from './open-connections';

const waysToLeave = (request: string): readonly ((socket: Socket) => void)[] => [
  (socket) => socket.resetAndDestroy(),
  (socket) => socket.end(),
  (socket) => socket.write(request.slice(0, request.length / 2), () => socket.resetAndDestroy()),
  (socket) => socket.write(request, () => socket.resetAndDestroy()),
  (socket) => socket.end(request),
];

/** Resolves with the number of connections that could not be opened. */
export async function dropConnections(attack: Extract<Attack, { kind: 'drop' }>): Promise<number> {
  const ways = waysToLeave(attack.request);
  const { refused } = await openConnections(attack, (socket, index) => {
    socket.resume();
    ways[index % ways.length]?.(socket);
  });
  return refused;
}
