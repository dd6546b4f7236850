import { once } from 'node:events';
import { connect } from 'node:net';
import { makeRedirectServer } from './make-redirect-server';

const fastPath = {
  drain: () => undefined,
  closeIdleConnections: () => undefined,
  closeAllConnections: () => undefined,
  connections: () => 0,
};
const redirector = { handle: () => undefined, addFastPath: () => fastPath };

test.each([true, false])(
  'who comes when there are as many connections as it takes is turned away, with its fast path: %s',
  async (isFastPathOn) => {
    const server = makeRedirectServer(redirector, { isFastPathOn, maxConnections: 2 });
    const port = await server.listen('127.0.0.1', 0);
    const open = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    await Promise.all(open.map((socket) => once(socket, 'connect')));
    const turnedAway = connect(port, '127.0.0.1').on('error', () => undefined);
    try {
      await once(turnedAway, 'close', { signal: AbortSignal.timeout(3_000) });
      expect(open.map((socket) => socket.readyState)).toEqual(['open', 'open']);
    } finally {
      for (const socket of [...open, turnedAway]) socket.destroy();
      await server.close();
    }
  },
);
