// One visitor's keep-alive connection as a raw socket: only this tells for certain which request got its whole answer
// and which was in flight when the product died.

import { connect, type Socket } from 'node:net';

export type Reply =
  /** The whole answer came. */
  | { kind: 'answered'; status: number; location: string | undefined }
  /** The connection was refused; nothing was sent. */
  | { kind: 'refused' }
  /** It was sent, and the connection ended before the whole answer was there. */
  | { kind: 'cut' };

export type VisitorConnection = {
  /** One at a time. */
  ask: (request: { method: string; path: string; headers: Record<string, string> }) => Promise<Reply>;
  close: () => void;
};

const HEAD_END = '\r\n\r\n';

function openSocket(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => {
      // a client that retries a port without a listener may get it as its own source port, and then talks to itself
      const isOwnEcho = socket.localPort === port;
      if (isOwnEcho) socket.destroy();
      resolve(isOwnEcho ? undefined : socket);
    });
    socket.once('error', () => resolve(undefined));
  });
}

/** Resolves with the answer's head when it is whole. */
function headFrom(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const end = (head: string | undefined) => {
      socket.off('data', onData).off('close', onClose);
      resolve(head);
    };
    const onClose = () => end(undefined);
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (text.includes(HEAD_END)) end(text);
    };
    socket.on('data', onData).on('close', onClose);
    if (socket.destroyed) onClose();
  });
}

export function makeVisitorConnection(port: number): VisitorConnection {
  let socket: Socket | undefined;

  const leave = () => {
    socket?.destroy();
    socket = undefined;
  };

  return {
    ask: async ({ method, path, headers }) => {
      if (!socket || socket.destroyed) {
        socket = await openSocket(port);
        // a reset is followed by `close`, which is what counts
        socket?.on('error', () => undefined);
      }
      if (!socket) return { kind: 'refused' };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
      const head = await headFrom(socket);
      if (head === undefined) {
        leave();
        return { kind: 'cut' };
      }
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
      // a redirect has no body; the rest of any other answer does not matter
      if (status !== 302) leave();
      return { kind: 'answered', status, location: /^location: (.*)\r$/im.exec(head)?.[1] };
    },
    close: leave,
  };
}
