// An SMTP server that fails at a given point: it never greets, never ends an answer, refuses the sender, or hangs up
// during or after the mail.

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export type BrokenAt = 'greeting' | 'end of an answer' | 'sender' | 'data' | 'last answer';

const END_OF_MAIL = '\r\n.\r\n';
const LINE_MS = 100;

function serve(socket: Socket, brokenAt: BrokenAt): void {
  let mail = '';
  let isMail = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  if (brokenAt === 'greeting') return;
  say('220 mail.example');
  if (brokenAt === 'end of an answer') {
    const lines = setInterval(() => say('250-MORE'), LINE_MS);
    socket.on('close', () => clearInterval(lines));
    return;
  }
  socket.on('data', (chunk: Buffer) => {
    const text = chunk.toString('latin1');
    if (!isMail) {
      if (brokenAt === 'sender' && text.startsWith('MAIL')) return say('530 5.7.0 Authentication required');
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
  let ended = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('end', () => (ended += 1));
    socket.resume();
    serve(socket, brokenAt);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** All connections so far, also closed ones. */
    connections: () => sockets.size,
    /** Connections that the other side has ended. */
    ended: () => ended,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
