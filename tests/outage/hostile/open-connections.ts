// Opens many connections, few at a time, so that the machine's queue of unaccepted ones does not overflow.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const AT_ONCE = 32;

/** Resolves when all are done; `use` gets each as soon as it is open. How many could not be opened. */
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
        // a reset is followed by `close`, which is what counts
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
