// The fallback: node:http hands a request; it is resolved, recorded when it is a redirect, and answered.
// Whatever breaks on the way ends in a 503 page: never a 500, never an unhandled rejection.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '@kurz/process';
import type { Answer, AnswerReason } from '../answer/answer';
import type { AnswerOfRequest } from '../answer/answer-of-request';
import { unavailablePage } from '../answer/pages';
import { sendPage } from '../answer/send-page';
import { sendRedirect } from '../answer/send-redirect';
import type { RecordVisit } from '../record/record-visit';
import type { AnswerBudget } from '../request/answer-budget';
import { makeAskedAhead } from '../request/asked-ahead';
import type { VisitorRequest } from '../request/visitor-request';
import { visitorRequestOf } from '../request/visitor-request-of';

export type HandleRequest = (request: IncomingMessage, response: ServerResponse) => void;

export type HandleRequestDeps = {
  answerOf: AnswerOfRequest;
  record: RecordVisit;
  log: Log;
  onAnswered: (reason: AnswerReason) => void;
  budget: AnswerBudget;
};

/** A GET may come with a body; it is not read, and the connection ends with the answer. */
function hasBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return headers['content-length'] !== undefined && headers['content-length'] !== '0';
}

function lengthOf(answer: Answer): number {
  if (answer.kind === 'page') return answer.page.body.length;
  return answer.kind === 'root' ? answer.location.length : answer.link.location.length;
}

/** What a visitor asks of two hosts nobody can say. node:http keeps the first alone. */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

function refuse(response: ServerResponse): void {
  response.shouldKeepAlive = false;
  response.writeHead(400, ['Content-Length', '0']).end();
}

export function makeHandleRequest(deps: HandleRequestDeps): HandleRequest {
  const { log, onAnswered } = deps;
  const askedAhead = makeAskedAhead(deps.budget);

  const fail = (isHead: boolean, response: ServerResponse, error: unknown) => {
    log.error({ event: 'request_failed', err: error });
    try {
      onAnswered('unavailable');
      if (response.headersSent) response.destroy();
      else sendPage(response, unavailablePage, isHead);
    } catch {
      response.destroy();
    }
  };

  const give = (visitor: VisitorRequest, response: ServerResponse, answer: Answer) => {
    // whoever left before there was an answer was not redirected
    if (response.destroyed || response.req.socket.destroyed) return;
    if (!askedAhead.mayAnswer(response, lengthOf(answer))) return;
    if (hasBody(response.req)) response.shouldKeepAlive = false;
    const isHead = visitor.method === 'HEAD';
    switch (answer.kind) {
      case 'redirect':
        return deps.record(visitor, answer, () => {
          try {
            sendRedirect(response, answer.link.location);
            onAnswered('redirect');
          } catch (error) {
            fail(isHead, response, error);
          }
        });
      case 'root':
        onAnswered('root');
        return sendRedirect(response, answer.location);
      case 'page':
        onAnswered(answer.reason);
        return sendPage(response, answer.page, isHead);
    }
  };

  const giveLate = async (visitor: VisitorRequest, response: ServerResponse, late: Promise<Answer>) => {
    try {
      give(visitor, response, await late);
    } catch (error) {
      fail(visitor.method === 'HEAD', response, error);
    }
  };

  return (request, response) => {
    if (!askedAhead.mayWait(request.socket, response)) return;
    if (namesTwoHosts(request)) return refuse(response);
    try {
      const visitor = visitorRequestOf(request);
      const answer = deps.answerOf(visitor);
      if (answer instanceof Promise) void giveLate(visitor, response, answer);
      else give(visitor, response, answer);
    } catch (error) {
      fail(request.method === 'HEAD', response, error);
    }
  };
}
