// Whoever has had enough of a connection's requests hands its socket, within the listener of a request: it is destroyed, and
// what is left of the chunk is not read. node:http alone would go on to make a request and a response of each of a thousand
// requests behind it, which takes 10 ms and 20 KB each.

import type { Socket } from 'node:net';

/** What node:http's parser is told of a request behind which it must not read on: as of one that takes the connection over. */
const NOTHING_MORE = 2;

export function cutOffAsking(socket: Socket): void {
  socket.destroy();
  // node:http sets both anew for each connection; without them the rest of the chunk is read in vain, and nothing is wrong
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => NOTHING_MORE);
}
