// Limits pipelining on an HTTP server: a client with too many unanswered requests is cut off. node:http stops reading
// only when a whole chunk has been parsed: 64 KiB become a thousand waiting requests of 20 KB each, and a few such
// connections fill a heap. No regular client pipelines so much: browsers wait for each answer.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { cutOffPipelining } from './cut-off-pipelining';

/** Requests of one connection that may wait for their answers, by default. */
export const MAX_WAITING_REQUESTS = 256;

/** `maxWaitingOf`: how many requests may wait, this one included. Give a low limit to requests with long answers. */
export function limitPipelining(
  server: Server,
  maxWaitingOf: (request: IncomingMessage) => number = () => MAX_WAITING_REQUESTS,
): void {
  const waiting = new WeakMap<Socket, number>();
  const counted = new WeakSet<ServerResponse>();
  const count = (request: IncomingMessage, response: ServerResponse) => {
    // a request that expects `100 Continue` comes twice
    if (counted.has(response)) return;
    counted.add(response);
    const { socket } = request;
    const own = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, own);
    if (own > maxWaitingOf(request)) cutOffPipelining(socket);
    else response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  };
  server.prependListener('request', count);
  server.prependListener('checkContinue', count);
}
