// The timeouts of the fast path, checked once a tick. A client that takes no answers is cut off. A slow sender moves to
// the fallback. An idle connection ends after the server's keep-alive time.

import type { FastConnection } from './fast-connection';

/** A connection whose head takes longer moves to the fallback, which cuts off slow senders 8 s later. */
const SLOW_TICKS = 2;
/** Longest wait for a client to take its answers. */
const UNTAKEN_TICKS = 15;

export function sweepConnections(
  connections: Iterable<FastConnection>,
  /** `keepAliveTicks` 0: idle connections stay. */
  {
    tick,
    keepAliveTicks,
    leave,
  }: {
    tick: number;
    keepAliveTicks: number;
    leave: (connection: FastConnection, bytes: Buffer) => void;
  },
): void {
  for (const connection of connections) {
    const { socket, partial, since } = connection;
    const age = tick - since;
    if (socket.writableLength > 0) {
      if (age >= UNTAKEN_TICKS) socket.destroy();
    } else if (connection.slots.length === 0 && !connection.isEnding) {
      const isSlow = (partial !== undefined && !connection.isHeld) || connection.requests === 0;
      if (isSlow && age >= SLOW_TICKS) leave(connection, partial ?? Buffer.alloc(0));
      else if (keepAliveTicks > 0 && age > keepAliveTicks) socket.destroy();
    }
  }
}
