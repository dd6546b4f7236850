// Holds connections until the server cuts them off, as slowhttptest does with heads (-H), bodies (-B) and answers (-X).

import type { Socket } from 'node:net';
import { MAX_HELD_MS, type Attack } from './attack';
import { openConnections } from './open-connections';

const DRIP_MS = 500;
/** About as slowhttptest opens them; opening is work for a server as well. */
const PER_SECOND = 80;

/** How long the connection stayed open, ms; MAX_HELD_MS when it was never cut off. */
function heldMs(socket: Socket): Promise<number> {
  const openedAt = performance.now();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve(Math.round(performance.now() - openedAt));
      socket.destroy();
    };
    const timer = setTimeout(end, MAX_HELD_MS);
    socket.once('close', end);
  });
}

function beginHolding(
  socket: Socket,
  { opening, drip, isHalfClosed }: Extract<Attack, { kind: 'hold' }>,
): void {
  socket.resume();
  socket.write(opening, 'latin1');
  if (isHalfClosed) socket.end();
  if (drip === '') return;
  const timer = setInterval(() => {
    if (socket.writable) socket.write(drip, 'latin1');
  }, DRIP_MS);
  socket.once('close', () => clearInterval(timer));
}

/** Sends more requests than the machine's buffers take, and never reads. */
function beginAsking(socket: Socket, { request }: Extract<Attack, { kind: 'unread' }>): void {
  socket.pause();
  const requests = Buffer.from(request.repeat(100), 'latin1');
  const askOn = () => {
    if (socket.writable) socket.write(requests, askOn);
  };
  askOn();
}

export async function holdConnections(
  attack: Extract<Attack, { kind: 'hold' | 'unread' }>,
): Promise<number[]> {
  const held: Promise<number>[] = [];
  await openConnections({ ...attack, perSecond: PER_SECOND }, (socket) => {
    held.push(heldMs(socket));
    if (attack.kind === 'hold') beginHolding(socket, attack);
    else beginAsking(socket, attack);
  });
  return Promise.all(held);
}
