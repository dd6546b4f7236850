import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { addWriteTimeout } from './add-write-timeout';

let server: Server;
let client: Socket;
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

/** A client of a server whose answers have `answerBytes` bytes each; it reads nothing at first. */
async function open(answerBytes: number, keepAliveTimeout: number): Promise<Socket> {
  server = createServer({ keepAliveTimeout }, (_, response) => response.end(Buffer.alloc(answerBytes)));
  addWriteTimeout(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return client;
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

test('A client that takes nothing of its answer is cut off', async () => {
  await open(64 * 1024 ** 2, 60_000);
  const [socket] = (await once(server, 'connection')) as [Socket];
  await once(server, 'request');
  await new Promise((resolve) => setImmediate(resolve));
  // Node notices the silence only after 14 s: hostile-clients.test.ts waits for it
  expect(socket.writableLength).toBeGreaterThan(0);
  server.emit('timeout', socket);
  await once(socket, 'close');
  expect(await connections()).toBe(0);
});

test('A connection kept alive still ends when its time is over', async () => {
  const socket = await open(10, 50);
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBeGreaterThan(0);
});

test('A connection is left alone while its answer takes time', async () => {
  await open(10, 60_000);
  const [socket] = (await once(server, 'connection')) as [Socket];
  server.emit('timeout', socket);
  expect(socket.destroyed).toBe(false);
});
