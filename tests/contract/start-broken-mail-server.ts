// An SMTP server that fails where a test says: it says nothing, or hangs up while or after it is given the mail.

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export type BrokenAt = 'greeting' | 'data' | 'last answer';

const END_OF_MAIL = '\r\n.\r\n';

function serve(socket: Socket, brokenAt: BrokenAt): void {
  let mail = '';
  let isMail = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  if (brokenAt === 'greeting') return;
  say('220 mail.example');
  socket.on('data', (chunk: Buffer) => {
    const text = chunk.toString('latin1');
    if (!isMail) {
      isMail = text.startsWith('DATA');
      say(isMail ? '354 go on' : '250 fine');
      return;
    }
    mail += text;
    if (brokenAt === 'data' || mail.endsWith(END_OF_MAIL)) socket.destroy();
  });
}

export async function startBrokenMailServer(port: number, brokenAt: BrokenAt) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.resume();
    serve(socket, brokenAt);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** Connections that came, those that are gone included. */
    connections: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
