// Resolves a request that the fast path has read, records it when it is a redirect, and answers it in its place. What
// breaks on the way ends in a 503 page, as on the fallback.

import type { Answer } from '../answer/answer';
import type { Page } from '../answer/page';
import { unavailablePage } from '../answer/pages';
import type { HandleRequestDeps } from '../fallback/handle-request';
import { ANSWER_BYTES, LATE_ANSWER_BYTES } from '../request/answer-budget';
import { isSendable } from '../request/is-sendable';
import type { VisitorRequest } from '../request/visitor-request';
import type { AnswerText } from './answer-text';
import { count, isOver, type FastConnection, type Place } from './fast-connection';
import type { Head } from './read-head';

export type AnswerFastDeps = HandleRequestDeps & {
  texts: AnswerText;
  /** True from the beginning of a shutdown on: each connection ends with its next answer. */
  isDraining: () => boolean;
  /** What is ready may be sent. */
  send: (connection: FastConnection) => void;
};

export type AnswerFast = (connection: FastConnection, head: Head) => void;

/** Puts the texts of answers in their places. */
function makePutAnswer({ texts, isDraining }: Pick<AnswerFastDeps, 'texts' | 'isDraining'>) {
  /** Requests that came behind this one are answered as well before a drain ends the connection. */
  const isLast = (connection: FastConnection, place: Place) => {
    const isNewest = connection.places[connection.places.length - 1] === place;
    if (isNewest && !connection.isHeld && (connection.isEnding || isDraining())) {
      place.isLast = true;
      connection.isEnding = true;
    }
    return place.isLast;
  };

  return {
    isLast,
    putPage: (connection: FastConnection, place: Place, isHead: boolean, page: Page) => {
      count(connection, place, ANSWER_BYTES + (isHead ? 0 : page.body.length));
      place.text = texts.page(page, isHead, isLast(connection, place));
    },
    putRedirect: (connection: FastConnection, place: Place, location: string) => {
      if (!isSendable(location)) throw new Error('a location that cannot be sent');
      count(connection, place, ANSWER_BYTES + location.length);
      place.text = texts.redirect(location, isLast(connection, place));
    },
  };
}

export function makeAnswerFast(deps: AnswerFastDeps): AnswerFast {
  const { texts, onAnswered } = deps;
  const { isLast, putPage, putRedirect } = makePutAnswer(deps);

  const fail = (connection: FastConnection, place: Place, isHead: boolean, error: unknown) => {
    deps.log.error({ event: 'request_failed', err: error });
    try {
      onAnswered('unavailable');
      putPage(connection, place, isHead, unavailablePage);
    } catch {
      connection.socket.destroy();
    }
  };

  const giveRedirect = (
    connection: FastConnection,
    place: Place,
    visitor: VisitorRequest,
    answer: Extract<Answer, { kind: 'redirect' }>,
  ) => {
    connection.unwritten++;
    count(connection, place, ANSWER_BYTES + answer.link.location.length);
    try {
      deps.record(visitor, answer, () => {
        connection.unwritten--;
        place.text = texts.redirect(answer.link.location, isLast(connection, place));
        onAnswered('redirect');
        if (connection.unwritten === 0) deps.send(connection);
      });
    } catch (error) {
      connection.unwritten--;
      throw error;
    }
  };

  const give = (connection: FastConnection, place: Place, visitor: VisitorRequest, answer: Answer) => {
    // a client that left before there was an answer was not redirected
    if (isOver(connection)) return;
    switch (answer.kind) {
      case 'redirect':
        return giveRedirect(connection, place, visitor, answer);
      case 'root':
        putRedirect(connection, place, answer.location);
        return onAnswered('root');
      case 'page':
        putPage(connection, place, visitor.method === 'HEAD', answer.page);
        return onAnswered(answer.reason);
    }
  };

  const giveLate = async (
    connection: FastConnection,
    place: Place,
    visitor: VisitorRequest,
    late: Promise<Answer>,
  ) => {
    try {
      give(connection, place, visitor, await late);
    } catch (error) {
      fail(connection, place, visitor.method === 'HEAD', error);
    }
    if (connection.unwritten === 0) deps.send(connection);
  };

  return (connection, { visitor, isLast: mustEnd }) => {
    const place = { text: '', isLast: mustEnd, bytes: 0 };
    connection.places.push(place);
    if (mustEnd) connection.isEnding = true;
    try {
      const answer = deps.answerOf(visitor);
      if (answer instanceof Promise) {
        count(connection, place, LATE_ANSWER_BYTES);
        void giveLate(connection, place, visitor, answer);
      } else give(connection, place, visitor, answer);
    } catch (error) {
      fail(connection, place, visitor.method === 'HEAD', error);
    }
  };
}
