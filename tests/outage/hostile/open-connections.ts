// Opens many connections, a few at a time, so that the machine's accept queue does not overflow.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const AT_ONCE = 32;

/** Calls `use` with each connection when it is open. Resolves after the last, with the number that failed to open. */
export async function openConnections(
  { port, count, perSecond }: { port: number; count: number; perSecond: number },
  use: (socket: Socket, index: number) => void,
): Promise<{ refused: number }> {
  let next = 0;
  let refused = 0;
  const open = (index: number) =>
    new Promise<void>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      const onRefused = () => {
        refused++;
        resolve();
      };
      socket.once('error', onRefused);
      socket.once('connect', () => {
        socket.off('error', onRefused);
        // no more to do: `close` follows a reset
        socket.on('error', () => socket.destroy());
        use(socket, index);
        resolve();
      });
    });
  const openSome = async () => {
    while (next < count) {
      await open(next++);
      await sleep((AT_ONCE / perSecond) * 1_000);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openSome));
  return { refused };
}
