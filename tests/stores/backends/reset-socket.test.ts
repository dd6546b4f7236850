// The tests' proxy also resets connections that are ending.

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { resetSocket } from '../../backends/src/proxy/reset-socket';

test.each([
  ['is idle', () => undefined],
  ['is ending', (socket: Socket) => void socket.end('the last')],
])('closes a connection that %s', async (_, begin) => {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  const [peer] = (await accepted) as [Socket];
  peer.resume().on('error', () => undefined);
  begin(socket);
  resetSocket(socket);
  await once(socket, 'close');
  // when the peer has not received a reset yet, this write provokes one
  peer.write('too late');
  peer.end();
  if (!peer.closed) await new Promise((resolve) => peer.once('close', resolve));
  server.close();
  await once(server, 'close');
});
