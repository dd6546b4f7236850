// Answers the requests that a connection has brought, as far as there is room for their answers. The rest waits until
// answers have left. An odd request stops the reading, and the connection leaves the fast path.

import { MAX_BYTES_PER_CONNECTION } from '../request/answer-budget';
import type { AnswerFast } from './answer-fast';
import { countHeld, type FastConnection } from './fast-connection';
import { isToBeKnown, knownHeadersOf } from './known-headers';
import { MAX_HEAD_BYTES, nextHead } from './next-head';

export type ReadRequests = {
  /** Takes a chunk that a connection has brought. */
  take: (connection: FastConnection, chunk: Buffer) => void;
  /** Continues a connection. `bytes`: all that it has brought and that is not answered. */
  goOn: (connection: FastConnection, bytes: Buffer) => void;
};

/** A head in more pieces than this costs more to reread each time than node:http costs. */
const MAX_PIECES = 8;
/** Answers that one connection may wait for before it is read on. */
const MAX_SLOTS = 256;

/**
 * Whether the next answer may be made: the first always, others while neither the connection nor the process is full.
 */
const hasRoom = ({ slots, pending, budget }: FastConnection) =>
  slots.length === 0 || (slots.length < MAX_SLOTS && pending < MAX_BYTES_PER_CONNECTION && !budget.isFull());

/**
 * The rest of a chunk. The beginning of a head is copied: a slice of one byte would keep 64 KiB, and be counted as one
 * byte. Held requests are counted as the whole chunk. The copy is not from Buffer's pool: each would keep a slab alive.
 */
function restOf(bytes: Buffer, at: number, stop: 'held' | 'partial' | 'odd'): Buffer {
  const rest = bytes.subarray(at);
  if (stop !== 'partial' || at === 0) return rest;
  const copy = Buffer.allocUnsafeSlow(rest.length);
  rest.copy(copy);
  return copy;
}

export function makeReadRequests(
  deps: {
    answer: AnswerFast;
    send: (connection: FastConnection) => void;
    ticks: { readonly now: number };
    isOurs?: (target: string) => boolean;
  },
  config: { maxRequests: number },
): ReadRequests {
  const { answer, send, ticks, isOurs } = deps;
  const { maxRequests } = config;

  /** Answers the request that begins at `at`. Returns where it ends, or why it is not answered. */
  const answerNext = (connection: FastConnection, bytes: Buffer, at: number) => {
    if (!hasRoom(connection)) return 'held';
    const head = nextHead(bytes, at, connection, isOurs);
    if (typeof head === 'string') return head;
    if (++connection.requests === maxRequests) head.isLast = true;
    const isKnown = head.visitor.sender === connection.known?.sender;
    if (!isKnown && isToBeKnown(connection.requests)) connection.known = knownHeadersOf(bytes, head);
    answer(connection, head);
    return head.end;
  };

  const goOn = (connection: FastConnection, bytes: Buffer) => {
    let at = 0;
    let stop: 'held' | 'partial' | 'odd' | undefined;
    while (stop === undefined && at < bytes.length && !connection.isEnding) {
      const next = answerNext(connection, bytes, at);
      if (typeof next === 'number') at = next;
      else stop = next;
    }
    const isPiece = stop === 'partial' && at === 0;
    connection.pieces = isPiece ? connection.pieces + 1 : 0;
    const isLong = bytes.length - at > MAX_HEAD_BYTES || connection.pieces > MAX_PIECES;
    const isOdd = stop === 'odd' || (stop === 'partial' && isLong);
    const rest = stop === undefined ? undefined : restOf(bytes, at, stop);
    connection.isHeld = stop === 'held';
    connection.partial = isOdd ? undefined : rest;
    if (isOdd) connection.leavingWith = rest;
    // a further piece does not reset the age of a head
    if (!isPiece || connection.pieces === 1) connection.since = ticks.now;
    if (isOdd || connection.isHeld) connection.socket.pause();
    if (connection.unwritten === 0) send(connection);
    else countHeld(connection);
  };

  return {
    take: (connection, chunk) => {
      if (connection.isEnding) return;
      goOn(connection, connection.partial ? Buffer.concat([connection.partial, chunk]) : chunk);
    },
    goOn,
  };
}
