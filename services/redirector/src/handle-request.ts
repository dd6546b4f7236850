// The server hands a request; it is resolved, recorded when it is a redirect, and answered. Whatever breaks on the way
// ends in a 503 page: never a 500, never an unhandled rejection.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodeVisit } from '@kurz/click-event';
import type { JournalWriter } from '@kurz/click-journal';
import type { Clock, Log } from '@kurz/process';
import type { Answer, PageReason } from './answer/answer';
import type { AnswerOfRequest } from './answer/answer-of-request';
import { unavailablePage } from './answer/pages';
import { sendPage } from './answer/send-page';
import { sendRedirect } from './answer/send-redirect';
import { visitOf } from './record/visit-of';

export type HandleRequest = (request: IncomingMessage, response: ServerResponse) => void;
export type AnswerReason = PageReason | 'redirect' | 'root';

/** A GET may come with a body; it is not read, and the connection ends with the answer. */
function hasBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return headers['content-length'] !== undefined && headers['content-length'] !== '0';
}

export function makeHandleRequest(
  deps: {
    answerOf: AnswerOfRequest;
    journal: JournalWriter;
    clock: Clock;
    log: Log;
    onAnswered: (reason: AnswerReason) => void;
  },
  config: { trustedProxies: number },
): HandleRequest {
  const { journal, clock, log, onAnswered } = deps;

  const fail = (request: IncomingMessage, response: ServerResponse, error: unknown) => {
    log.error({ event: 'request_failed', err: error });
    try {
      onAnswered('unavailable');
      if (response.headersSent) response.destroy();
      else sendPage(response, unavailablePage, request.method === 'HEAD');
    } catch {
      response.destroy();
    }
  };

  const record = (
    request: IncomingMessage,
    response: ServerResponse,
    answer: Extract<Answer, { kind: 'redirect' }>,
  ) => {
    const visit = visitOf(request, answer.link, {
      time: clock.now(),
      isScan: answer.isScan,
      trustedProxies: config.trustedProxies,
    });
    journal.append(encodeVisit(visit), () => {
      try {
        sendRedirect(response, answer.link.location);
        onAnswered('redirect');
      } catch (error) {
        fail(request, response, error);
      }
    });
  };

  const give = (request: IncomingMessage, response: ServerResponse, answer: Answer) => {
    // whoever left before there was an answer was not redirected
    if (response.destroyed) return;
    if (hasBody(request)) response.shouldKeepAlive = false;
    switch (answer.kind) {
      case 'redirect':
        return record(request, response, answer);
      case 'root':
        onAnswered('root');
        return sendRedirect(response, answer.location);
      case 'page':
        onAnswered(answer.reason);
        return sendPage(response, answer.page, request.method === 'HEAD');
    }
  };

  const giveLate = async (request: IncomingMessage, response: ServerResponse, late: Promise<Answer>) => {
    try {
      give(request, response, await late);
    } catch (error) {
      fail(request, response, error);
    }
  };

  return (request, response) => {
    try {
      const answer = deps.answerOf(request);
      if (answer instanceof Promise) void giveLate(request, response, answer);
      else give(request, response, answer);
    } catch (error) {
      fail(request, response, error);
    }
  };
}
