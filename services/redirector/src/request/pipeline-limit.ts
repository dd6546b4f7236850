// Limits pipelining on the fallback. node:http reads whole chunks of pipelined requests and keeps them with their
// answers. A client that pipelines too much is cut off.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { cutOffPipelining } from '@kurz/process';
import type { AnswerBudget } from './answer-budget';

export type PipelineLimit = {
  /** Returns false when its connection is cut off, or was. */
  mayWait: (socket: Socket, response: ServerResponse) => boolean;
  /** The same, when its answer of `bytes` bytes is known but not made yet. */
  mayAnswer: (response: ServerResponse, bytes: number) => boolean;
};

/** What node:http keeps for a request that waits. */
const REQUEST_BYTES = 20 * 1024;
/** Most bytes of answers that wait behind another: a hundred usual answers, or seven of the longest. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** What waits on one connection. */
type Share = { answers: number; held: number };

export function makePipelineLimit(budget: AnswerBudget): PipelineLimit {
  const shares = new WeakMap<Socket, Share>();

  const hold = (socket: Socket, response: ServerResponse, share: Share, bytes: number, answers: number) => {
    const add = (sign: 1 | -1) => {
      share.answers += sign * answers;
      share.held += sign * (bytes + answers);
      budget.held += sign * (bytes + answers);
    };
    add(1);
    response.once('close', () => {
      // all of it is released with its connection
      if (shares.get(socket) === share) add(-1);
    });
    if (share.answers <= MAX_ANSWER_BYTES && !budget.isOverdrawn()) return true;
    if (!socket.destroyed) budget.cut();
    cutOffPipelining(socket);
    return false;
  };
  /** No answer is made for a client that has not read the earlier ones. */
  const isBehind = (socket: Socket, response: ServerResponse) =>
    response.socket === null || socket.writableLength > 0;
  const shareOf = (socket: Socket) => {
    const known = shares.get(socket);
    if (known) return known;
    const share = { answers: 0, held: 0 };
    shares.set(socket, share);
    // responses that wait are not closed with their connection
    socket.once('close', () => {
      budget.held -= share.held;
      shares.delete(socket);
    });
    return share;
  };

  return {
    mayWait: (socket, response) => {
      if (socket.destroyed) return false;
      if (!isBehind(socket, response)) return true;
      return hold(socket, response, shareOf(socket), REQUEST_BYTES, 0);
    },
    mayAnswer: (response, bytes) => {
      const { socket } = response.req;
      if (!isBehind(socket, response)) return true;
      return hold(socket, response, shareOf(socket), 0, bytes);
    },
  };
}
