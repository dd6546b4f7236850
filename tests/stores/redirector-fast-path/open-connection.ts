// A visitor's connection: sends bytes on request, keeps the answers and whether it was closed.

import { once } from 'node:events';
import net from 'node:net';

export type OpenConnection = {
  send: (bytes: string) => void;
  text: () => string;
  statuses: () => number[];
  isClosed: () => boolean;
  /** Resolves when it is closed, with how long that took since it was opened, ms. */
  closed: Promise<number>;
  /** Reads nothing any more. */
  stopReading: () => void;
  end: () => void;
  destroy: () => void;
};

export async function openConnection(port: number): Promise<OpenConnection> {
  const began = performance.now();
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
  let text = '';
  let isClosed = false;
  socket.setEncoding('latin1').on('data', (more: string) => (text += more));
  socket.on('error', () => socket.destroy());
  const closed = new Promise<number>((resolve) => {
    socket.once('close', () => {
      isClosed = true;
      resolve(performance.now() - began);
    });
  });
  await once(socket, 'connect');
  return {
    send: (bytes) => void socket.write(Buffer.from(bytes, 'latin1')),
    text: () => text,
    statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1])),
    isClosed: () => isClosed,
    closed,
    stopReading: () => void socket.pause(),
    end: () => void socket.end(),
    destroy: () => void socket.destroy(),
  };
}
