// Calls back when an answer has left or can never leave. When a connection ends, Node emits no `close` for an answer
// that waits behind another one, so the connection is listened to as well.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Calls `then` once; immediately when the answer or its connection is already closed. */
export type WhenClosed = (response: ServerResponse, then: () => void) => void;

export function makeWhenClosed(): WhenClosed {
  const waiting = new WeakMap<Socket, Set<() => void>>();

  /** One listener for each connection, however many of its answers wait. */
  function waitingOn(socket: Socket): Set<() => void> {
    const known = waiting.get(socket);
    if (known) return known;
    const calls = new Set<() => void>();
    waiting.set(socket, calls);
    socket.once('close', () => calls.forEach((call) => call()));
    return calls;
  }

  return (response, then) => {
    const { socket } = response.req;
    if (socket.destroyed || response.destroyed) return then();
    const calls = waitingOn(socket);
    const call = () => {
      if (calls.delete(call)) then();
    };
    calls.add(call);
    response.once('close', call);
  };
}
