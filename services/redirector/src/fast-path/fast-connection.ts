// A connection of the fast path, and the answers it waits for, in the order of their requests. Its states:
//
// reading
// held, with more requests than there is room for answers: not read until earlier answers have been sent; then reading
// ending, after a head with `Connection: close`, the client's end, or a drain: destroyed when all is answered
// leaving, after anything odd: not read any more; the fallback gets it when all is answered

import type { Socket } from 'node:net';
import type { AnswerBudget } from '../request/answer-budget';
import type { KnownHeaders } from './known-headers';

/** Room for the answer to one request; `text` is '' until it is there. `bytes`: how many are counted for it. */
export type AnswerSlot = { connection: FastConnection; text: string; isLast: boolean; bytes: number };

export type FastConnection = {
  socket: Socket;
  remoteAddress: string;
  slots: AnswerSlot[];
  /** Visits whose lines are not in the journal yet; their answers leave in one write when it comes to 0. */
  unwritten: number;
  /** The start of an incomplete head; on a held connection, whole requests. */
  partial: Buffer | undefined;
  /** Requests wait in `partial` until the answers before them have left. */
  isHeld: boolean;
  budget: AnswerBudget;
  /** Its share of the budget. */
  pending: number;
  held: number;
  /** Chunks that the incomplete head came in. */
  pieces: number;
  /** The bytes that the fallback will begin with. */
  leavingWith: Buffer | undefined;
  isEnding: boolean;
  /** The client has ended: visits in the journal are answered, look-ups in flight are not. */
  hasLeft: boolean;
  /** The tick in which something happened last. */
  since: number;
  requests: number;
  known: KnownHeaders | undefined;
  /** Stops listening to the socket. */
  detach: () => void;
};

export const openFastConnection = (socket: Socket, budget: AnswerBudget, tick: number): FastConnection => ({
  socket,
  remoteAddress: socket.remoteAddress ?? '',
  slots: [],
  unwritten: 0,
  partial: undefined,
  isHeld: false,
  budget,
  pending: 0,
  held: 0,
  pieces: 0,
  leavingWith: undefined,
  isEnding: false,
  hasLeft: false,
  since: tick,
  requests: 0,
  known: undefined,
  detach: () => {},
});

/** No answer is pending, and no request has begun. */
export const isIdle = (connection: FastConnection) =>
  connection.slots.length === 0 && connection.partial === undefined;

/** Nothing can be sent any more: the connection is destroyed, or will be when the sent bytes have left. */
export const isOver = ({ socket }: FastConnection) => socket.destroyed || socket.writableEnded;

/** Counts an answer as so many bytes. Nothing is counted for a connection that is over. */
export function count(slot: AnswerSlot, bytes: number): void {
  const { connection } = slot;
  if (connection.socket.destroyed) return;
  const more = bytes - slot.bytes;
  slot.bytes = bytes;
  connection.pending += more;
  connection.budget.pending += more;
}

function discount(connection: FastConnection, bytes: number): void {
  connection.pending -= bytes;
  connection.budget.pending -= bytes;
}

/** Gives back its share of the budget, when it is over or leaves the fast path. */
export function release(connection: FastConnection): void {
  discount(connection, connection.pending);
  connection.budget.held -= connection.held;
  connection.held = 0;
}

/** The chunk that the requests came in, and the one that the socket reads before it stops. */
const HELD_REQUESTS = 144 * 1024;

/**
 * Adds what it holds now to the process's total. Returns false when the total is too large; the connection is then
 * closed.
 */
export function countHeld(connection: FastConnection): boolean {
  const { socket, budget, partial, isHeld, leavingWith } = connection;
  const waiting = isHeld || leavingWith ? HELD_REQUESTS : (partial?.length ?? 0);
  const more = waiting + socket.writableLength - connection.held;
  if (more === 0 || socket.destroyed) return true;
  budget.held += more;
  connection.held += more;
  if (more < 0 || !budget.isOverdrawn()) return true;
  budget.cut();
  socket.destroy();
  release(connection);
  return false;
}

/** Takes the finished answers off the front, up to the one that ends the connection. */
function takeReady(slots: AnswerSlot[]): { text: string; isLast: boolean; bytes: number } {
  let text = '';
  let bytes = 0;
  for (let taken = 0; taken < slots.length; taken++) {
    const slot = slots[taken];
    if (!slot?.text) {
      slots.splice(0, taken);
      return { text, isLast: false, bytes };
    }
    text += slot.text;
    bytes += slot.bytes;
    if (slot.isLast) {
      slots.length = 0;
      return { text, isLast: true, bytes };
    }
  }
  slots.length = 0;
  return { text, isLast: false, bytes };
}

/**
 * Sends the finished answers of a connection that is not over, in one write. Returns true when there were any. A client
 * that does not take its answers is not read until it does.
 */
export function sendReady(connection: FastConnection): boolean {
  const { socket, slots } = connection;
  const { text, isLast, bytes } = takeReady(slots);
  if (text === '') return false;
  discount(connection, bytes);
  const isTaken = socket.write(text, 'latin1');
  if (isLast || (connection.isEnding && slots.length === 0)) {
    connection.isEnding = true;
    socket.destroySoon();
  } else if (!isTaken) {
    socket.pause();
  }
  return true;
}
