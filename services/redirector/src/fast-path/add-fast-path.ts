// Answers the plainest requests straight from the socket of a node:http server, which saves half of a redirect's CPU.
// node:http is the fallback: a connection that brings anything else moves there with every unanswered byte, and stays.
// Limits and timeouts are the server's.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@kurz/process';
import type { HandleRequestDeps } from '../fallback/handle-request';
import type { AnswerBudget } from '../request/answer-budget';
import { makeAnswerFast } from './answer-fast';
import { makeAnswerText } from './answer-text';
import {
  countHeld,
  isIdle,
  isOver,
  openFastConnection,
  release,
  sendReady,
  type FastConnection,
} from './fast-connection';
import { makeHeldConnections } from './held-connections';
import { makeReadRequests } from './read-requests';
import { sweepConnections } from './sweep-connections';

export type FastPath = {
  /** Each connection now closes after its next answer. Idle connections stay open, so that no request is cut off. */
  drain: () => void;
  /** The fast path's part of `server.closeIdleConnections()`. */
  closeIdleConnections: () => void;
  /** The fast path's part of `server.closeAllConnections()`. */
  closeAllConnections: () => void;
  /** Connections that are on the fast path now. */
  connections: () => number;
};

export type FastPathDeps = HandleRequestDeps & {
  clock: Clock;
  budget: AnswerBudget;
  /** Whether the redirector answers this target, when the server answers others too. Those go to the fallback. */
  isOurs?: (target: string) => boolean;
};

const TICK_MS = 1_000;

type SocketEvents = {
  onBytes: (bytes: Buffer) => void;
  onDrain: () => void;
  onEnd: () => void;
  onClose: () => void;
};

/**
 * Returns a function that stops the listening: removing all listeners of an event would remove the socket's own too.
 */
function listenTo(socket: Socket, { onBytes, onDrain, onEnd, onClose }: SocketEvents): () => void {
  const onError = () => socket.destroy();
  socket.on('data', onBytes).on('drain', onDrain).on('end', onEnd).on('close', onClose).on('error', onError);
  return () => {
    socket
      .off('data', onBytes)
      .off('drain', onDrain)
      .off('end', onEnd)
      .off('close', onClose)
      .off('error', onError);
  };
}

/** Called when the client sends nothing more. */
function endConnection(server: Server, connection: FastConnection): void {
  connection.isEnding = true;
  connection.hasLeft = true;
  if (connection.unwritten > 0) return;
  if (connection.partial && connection.slots.length === 0) {
    const error = Object.assign(new Error('the client ended in the middle of a head'), {
      code: 'HPE_INVALID_EOF_STATE',
    });
    if (server.emit('clientError', error, connection.socket)) return;
  }
  connection.socket.destroySoon();
}

export function addFastPath(server: Server, deps: FastPathDeps): FastPath {
  const fallbacks = server.listeners('connection');
  const { budget } = deps;
  const connections = new Set<FastConnection>();
  const ticks = { now: 0 };
  let isDraining = false;

  const keepAliveSeconds = Math.floor(server.keepAliveTimeout / 1_000);
  const maxRequests = server.maxRequestsPerSocket ?? 0;
  const texts = makeAnswerText(deps.clock, {
    keepAlive: `timeout=${keepAliveSeconds}${maxRequests > 0 ? `, max=${maxRequests}` : ''}`,
  });

  const leave = (connection: FastConnection, bytes: Buffer) => {
    const { socket } = connection;
    connections.delete(connection);
    release(connection);
    socket.pause();
    connection.detach();
    if (bytes.length > 0) socket.unshift(bytes);
    for (const fallback of fallbacks) Reflect.apply(fallback, server, [socket]);
    socket.resume();
  };

  const send = (connection: FastConnection) => {
    const { socket, slots } = connection;
    // answers that came together are sent by the first call, which may move the connection to the fallback
    if (isOver(connection) || !connections.has(connection)) return;
    if (sendReady(connection)) connection.since = ticks.now;
    if (connection.hasLeft && connection.unwritten === 0) socket.destroySoon();
    if (!countHeld(connection)) return;
    held.wake();
    if (slots.length > 0 || connection.isEnding) return;
    if (connection.leavingWith) leave(connection, connection.leavingWith);
    else if (socket.writableNeedDrain) return;
    else if (connection.isHeld) held.add(connection);
    else if (socket.isPaused()) socket.resume();
  };

  const answer = makeAnswerFast({ ...deps, texts, isDraining: () => isDraining, send });
  const { take, goOn } = makeReadRequests({ answer, send, ticks, isOurs: deps.isOurs }, { maxRequests });
  const held = makeHeldConnections(budget, (connection) => {
    if (connection.isHeld && connection.partial && !isOver(connection)) goOn(connection, connection.partial);
  });

  const timer = setInterval(() => {
    ticks.now++;
    sweepConnections(connections, { tick: ticks.now, keepAliveTicks: keepAliveSeconds, leave });
  }, TICK_MS).unref();
  server.once('close', () => clearInterval(timer));

  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const connection = openFastConnection(socket, budget, ticks.now);
    connections.add(connection);
    connection.detach = listenTo(socket, {
      onBytes: (bytes) => take(connection, bytes),
      onDrain: () => send(connection),
      onEnd: () => endConnection(server, connection),
      onClose: () => {
        connections.delete(connection);
        release(connection);
        held.wake();
      },
    });
  });

  const closeWhere = (isWanted: (connection: FastConnection) => boolean) => {
    for (const connection of connections) if (isWanted(connection)) connection.socket.destroy();
  };
  return {
    drain: () => void (isDraining = true),
    closeIdleConnections: () => closeWhere((connection) => isIdle(connection) && connection.requests > 0),
    closeAllConnections: () => closeWhere(() => true),
    connections: () => connections.size,
  };
}
