// Whoever opens a redirector's node:http server hands it; from then on requests of the plainest kind are answered
// straight from the socket, which spares half of the CPU of a redirect. node:http stays the reference: a connection on
// which anything else comes is handed over to it, with every byte that is not answered, and stays there. Limits and
// time-outs are the server's own.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@kurz/process';
import { MOST_OF_CONNECTION, type AnswerBudget } from '../answer-budget';
import { makeAnswerText } from '../answer/answer-text';
import type { HandleRequestDeps } from '../handle-request';
import { makeAnswerLean } from './answer-lean';
import { makeHeldConnections } from './held-connections';
import { isToBeKnown, knownHeadersOf } from './known-headers';
import {
  countHeld,
  isIdle,
  isOver,
  openLeanConnection,
  release,
  sendReady,
  type LeanConnection,
} from './lean-connection';
import { listenTo } from './listen-to';
import { MAX_HEAD_BYTES, nextHead } from './next-head';

export type LeanLane = {
  /** From now on each connection ends with its next answer; idle ones stay, so that no request is cut off. */
  drain: () => void;
  /** The lane's part of `server.closeIdleConnections()`. */
  closeIdleConnections: () => void;
  /** The lane's part of `server.closeAllConnections()`. */
  closeAllConnections: () => void;
  /** Connections that are in the lane now. */
  connections: () => number;
};

export type LeanLaneDeps = HandleRequestDeps & {
  clock: Clock;
  budget: AnswerBudget;
  /** By its target, where the server answers more than short links; what is not ours is the reference lane's. */
  isOurs?: (target: string) => boolean;
};

const TICK_MS = 1_000;
// who needs longer for a head is slow, and the reference lane's, which cuts off slow senders 8 s later
const SLOW_TICKS = 2;
/** Longest wait for a client to take its answers. */
const UNTAKEN_TICKS = 15;
/** A head in more pieces than this costs more to read again and again than node:http costs. */
const MAX_PIECES = 8;
/** Answers that one connection may wait for before it is read on. */
const MAX_PLACES = 256;

/** Whether the next answer may be made: the first always, others while neither they nor everybody's are too many. */
const hasRoom = ({ places, pending, budget }: LeanConnection) =>
  places.length === 0 || (places.length < MAX_PLACES && pending < MOST_OF_CONNECTION && !budget.isFull());

/**
 * What is left of a chunk. The beginning of a head is a copy: a slice of one byte would keep 64 KiB, and be counted as one
 * byte. What is held is counted as the whole chunk. Not of the pool: a slab of it would be held for each.
 */
function restOf(bytes: Buffer, at: number, stop: 'held' | 'partial' | 'odd'): Buffer {
  const rest = bytes.subarray(at);
  if (stop !== 'partial' || at === 0) return rest;
  const copy = Buffer.allocUnsafeSlow(rest.length);
  rest.copy(copy);
  return copy;
}

export function addLeanLane(server: Server, deps: LeanLaneDeps): LeanLane {
  const references = server.listeners('connection');
  const { budget } = deps;
  const connections = new Set<LeanConnection>();
  let tick = 0;
  let isDraining = false;

  const keepAliveSeconds = Math.floor(server.keepAliveTimeout / 1_000);
  const maxRequests = server.maxRequestsPerSocket ?? 0;
  const texts = makeAnswerText(deps.clock, {
    keepAlive: `timeout=${keepAliveSeconds}${maxRequests > 0 ? `, max=${maxRequests}` : ''}`,
  });

  const leave = (connection: LeanConnection, bytes: Buffer) => {
    const { socket } = connection;
    connections.delete(connection);
    release(connection);
    socket.pause();
    connection.detach();
    if (bytes.length > 0) socket.unshift(bytes);
    for (const reference of references) Reflect.apply(reference, server, [socket]);
    socket.resume();
  };

  const send = (connection: LeanConnection) => {
    const { socket, places } = connection;
    if (isOver(connection)) return;
    if (sendReady(connection)) connection.since = tick;
    if (connection.hasLeft && connection.unwritten === 0) socket.destroySoon();
    if (!countHeld(connection)) return;
    held.wake();
    if (places.length > 0 || connection.isEnding) return;
    if (connection.leavingWith) leave(connection, connection.leavingWith);
    else if (socket.writableNeedDrain) return;
    else if (connection.isHeld) held.add(connection);
    else if (socket.isPaused()) socket.resume();
  };

  const answer = makeAnswerLean({ ...deps, texts, isDraining: () => isDraining, send });

  /** Where the request ends that begins there and is answered; or why it is not. */
  const answerNext = (connection: LeanConnection, bytes: Buffer, at: number) => {
    if (!hasRoom(connection)) return 'held';
    const head = nextHead(bytes, at, connection, deps.isOurs);
    if (typeof head === 'string') return head;
    if (++connection.requests === maxRequests) head.isLast = true;
    const isKnown = head.visitor.sender === connection.known?.sender;
    if (!isKnown && isToBeKnown(connection.requests)) connection.known = knownHeadersOf(bytes, head);
    answer(connection, head);
    return head.end;
  };

  /** Answers what has come, as far as there is room for answers; the rest waits until those have left. */
  const goOn = (connection: LeanConnection, bytes: Buffer) => {
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
    // a piece of a head does not make it younger
    if (!isPiece || connection.pieces === 1) connection.since = tick;
    if (isOdd || connection.isHeld) connection.socket.pause();
    if (connection.unwritten === 0) send(connection);
    else countHeld(connection);
  };

  const held = makeHeldConnections(budget, (connection) => {
    if (connection.isHeld && connection.partial && !isOver(connection)) goOn(connection, connection.partial);
  });

  const take = (connection: LeanConnection, chunk: Buffer) => {
    if (connection.isEnding) return;
    goOn(connection, connection.partial ? Buffer.concat([connection.partial, chunk]) : chunk);
  };

  const end = (connection: LeanConnection) => {
    connection.isEnding = true;
    connection.hasLeft = true;
    if (connection.unwritten > 0) return;
    if (connection.partial && connection.places.length === 0) {
      const error = Object.assign(new Error('the client ended in the middle of a head'), {
        code: 'HPE_INVALID_EOF_STATE',
      });
      if (server.emit('clientError', error, connection.socket)) return;
    }
    connection.socket.destroySoon();
  };

  const sweep = () => {
    tick++;
    for (const connection of connections) {
      const { socket, partial, since } = connection;
      const age = tick - since;
      if (socket.writableLength > 0) {
        if (age >= UNTAKEN_TICKS) socket.destroy();
      } else if (connection.places.length === 0 && !connection.isEnding) {
        const isSlow = (partial !== undefined && !connection.isHeld) || connection.requests === 0;
        if (isSlow && age >= SLOW_TICKS) leave(connection, partial ?? Buffer.alloc(0));
        else if (keepAliveSeconds > 0 && age > keepAliveSeconds) socket.destroy();
      }
    }
  };
  const timer = setInterval(sweep, TICK_MS).unref();
  server.once('close', () => clearInterval(timer));

  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const connection = openLeanConnection(socket, budget, tick);
    connections.add(connection);
    connection.detach = listenTo(socket, {
      onBytes: (bytes) => take(connection, bytes),
      onDrain: () => send(connection),
      onEnd: () => end(connection),
      onClose: () => {
        connections.delete(connection);
        release(connection);
        held.wake();
      },
    });
  });

  const closeWhere = (isWanted: (connection: LeanConnection) => boolean) => {
    for (const connection of connections) if (isWanted(connection)) connection.socket.destroy();
  };
  return {
    drain: () => void (isDraining = true),
    closeIdleConnections: () => closeWhere((connection) => isIdle(connection) && connection.requests > 0),
    closeAllConnections: () => closeWhere(() => true),
    connections: () => connections.size,
  };
}
