// Destroys a connection within the listener of a request, so that the rest of the chunk is not parsed. Otherwise
// node:http makes a request and a response for each of a thousand pipelined requests: 10 ms, and 20 KB each.

import type { Socket } from 'node:net';

/** The parser's return code for a request behind which it must not read on, as for an upgrade. */
const NOTHING_MORE = 2;

export function cutOffPipelining(socket: Socket): void {
  socket.destroy();
  // node:http sets `parser` and `onIncoming` anew for each connection. Without them the rest of the chunk is parsed in
  // vain, without harm
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => NOTHING_MORE);
}
