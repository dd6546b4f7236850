import { once } from 'node:events';
import net from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { openServer } from './server-fixture';

/** How many links are looked up for one connection at once. */
const LATE = 8;

/** Each look-up ends only when the client's end has been read; the link is unknown. */
const lateness = async () => {
  for (let turn = 0; turn < 3; turn++) await nextTurn();
};
const requests = Array.from(
  { length: LATE },
  (_, number) => `GET /guess-${number} HTTP/1.1\r\nHost: kurz.example\r\n\r\n`,
).join('');

test('a client that leaves while its links are looked up is let go once, and nothing is written to it any more', async () => {
  const server = await openServer(true, { lateness });
  const lettingGo = jest.spyOn(net.Socket.prototype, 'destroySoon');
  const writing = jest.spyOn(net.Socket.prototype, 'write');
  try {
    const socket = net.connect({ port: server.port, host: '127.0.0.1' });
    socket.resume();
    await once(socket, 'connect');
    socket.end(requests);
    await once(socket, 'close');
    await sleep(50);
    expect(server.requestsOnFastPath()).toBe(LATE);
    expect(lettingGo).toHaveBeenCalledTimes(1);
    expect(writing).not.toHaveBeenCalled();
  } finally {
    lettingGo.mockRestore();
    writing.mockRestore();
    await server.close();
  }
});
