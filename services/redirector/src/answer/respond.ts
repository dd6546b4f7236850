// The one way from a request to its answer, on both paths: find the answer, record it when it is a redirect, write it.
// A failure on the way ends in a 503 page: never a 500, never an unhandled rejection.

import { withSpan, type Log } from '@kurz/process';
import { ANSWER_BYTES } from '../request/answer-budget';
import { isSendable } from '../request/is-sendable';
import type { Sender, VisitorRequest } from '../request/visitor-request';
import type { Answer, AnswerReason, PageReason } from './answer';
import type { AnswerOfRequest } from './answer-of-request';
import { inLanguageOf, type Page } from './page';
import { unavailablePage } from './pages';
import { makeWatchAnswers, type AnswerWatch } from './watch-answers';

/** Writes answers to clients. `Exchange`: one request and the room for its answer. */
export type AnswerWriter<Exchange> = {
  /** The client has left, or is cut off. */
  isOver: (exchange: Exchange) => boolean;
  /** Counts the bytes of an answer before it is made. Returns false when the client is cut off and gets no answer. */
  reserve: (exchange: Exchange, bytes: number) => boolean;
  /** Calls `written` when the visit is in the journal. */
  record: (
    exchange: Exchange,
    visitor: VisitorRequest,
    answer: Extract<Answer, { kind: 'redirect' }>,
    written: () => void,
  ) => void;
  /** The answer to a recorded visit is complete. */
  answered: (exchange: Exchange) => void;
  redirect: (exchange: Exchange, location: string) => void;
  /** HEAD gets the headers alone. */
  page: (exchange: Exchange, page: Page, isHead: boolean) => void;
  /** Ends the connection without an answer. */
  abort: (exchange: Exchange) => void;
};

export type RespondDeps = {
  answerOf: AnswerOfRequest;
  log: Log;
  onAnswered: (reason: AnswerReason) => void;
  /** Receives how long some of the redirects took, in seconds. */
  onTimed: (seconds: number) => void;
};

/** Returns a promise when the answer comes late; it resolves when the answer is written. Never throws or rejects. */
export type Respond<Exchange> = (exchange: Exchange, visitor: VisitorRequest) => Promise<void> | undefined;

type Watch = AnswerWatch | undefined;

/** An answer whose page is in the sender's language. */
type Localized = Exclude<Answer, { kind: 'page' }> | { kind: 'page'; reason: PageReason; page: Page };

const localizedFor = (answer: Answer, { acceptLanguage }: Sender): Localized =>
  answer.kind === 'page' ? { ...answer, page: inLanguageOf(answer.page, acceptLanguage) } : answer;

function lengthOf(answer: Localized, isHead: boolean): number {
  if (answer.kind === 'redirect') return answer.link.location.length;
  if (answer.kind === 'root' || answer.kind === 'after_end') return answer.location.length;
  return isHead ? 0 : answer.page.body.length;
}

export function makeRespond<Exchange>(
  { answerOf, log, onAnswered, onTimed }: RespondDeps,
  writer: AnswerWriter<Exchange>,
): Respond<Exchange> {
  const watchAnswers = makeWatchAnswers(onTimed);
  const finish = (reason: AnswerReason, watch: Watch) => {
    onAnswered(reason);
    watch?.end(reason);
  };
  const fail = (exchange: Exchange, visitor: VisitorRequest, error: unknown, watch: Watch) => {
    log.error({ event: 'request_failed', err: error });
    try {
      finish('unavailable', watch);
      const page = inLanguageOf(unavailablePage, visitor.sender.acceptLanguage);
      writer.page(exchange, page, visitor.method === 'HEAD');
    } catch {
      writer.abort(exchange);
    }
  };

  const write = (exchange: Exchange, visitor: VisitorRequest, found: Answer, watch: Watch): void => {
    const answer = localizedFor(found, visitor.sender);
    const isHead = visitor.method === 'HEAD';
    // a client that left before there was an answer was not redirected
    const isLeft =
      writer.isOver(exchange) || !writer.reserve(exchange, ANSWER_BYTES + lengthOf(answer, isHead));
    if (isLeft) return watch?.end();
    switch (answer.kind) {
      case 'redirect':
        return writer.record(exchange, visitor, answer, () => {
          try {
            writer.redirect(exchange, answer.link.location);
            finish('redirect', watch);
          } catch (error) {
            fail(exchange, visitor, error, watch);
          }
          writer.answered(exchange);
        });
      case 'root':
      case 'after_end':
        if (!isSendable(answer.location)) throw new Error('a location that cannot be sent');
        writer.redirect(exchange, answer.location);
        return finish(answer.kind, watch);
      case 'page':
        writer.page(exchange, answer.page, isHead);
        return finish(answer.reason, watch);
    }
  };

  const writeLate = async (
    exchange: Exchange,
    visitor: VisitorRequest,
    late: Promise<Answer>,
    watch: Watch,
  ) => {
    try {
      write(exchange, visitor, await late, watch);
    } catch (error) {
      fail(exchange, visitor, error, watch);
    }
  };

  const respond = (exchange: Exchange, visitor: VisitorRequest, watch: Watch) => {
    try {
      const answer = answerOf(visitor);
      if (answer instanceof Promise) return writeLate(exchange, visitor, answer, watch);
      write(exchange, visitor, answer, watch);
    } catch (error) {
      fail(exchange, visitor, error, watch);
    }
    return undefined;
  };

  const respondWatched = (exchange: Exchange, visitor: VisitorRequest, watch: AnswerWatch) =>
    watch.span
      ? withSpan(watch.span, () => respond(exchange, visitor, watch))
      : respond(exchange, visitor, watch);

  return (exchange, visitor) => {
    const watch = watchAnswers(visitor);
    return watch ? respondWatched(exchange, visitor, watch) : respond(exchange, visitor, undefined);
  };
}
