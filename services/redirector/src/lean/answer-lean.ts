// The lean lane hands a request that it has read; it is resolved, recorded when it is a redirect, and answered in its
// place. Whatever breaks on the way ends in a 503 page, as on the reference lane.

import type { Answer } from '../answer/answer';
import type { AnswerText } from '../answer/answer-text';
import { unavailablePage } from '../answer/pages';
import type { HandleRequestDeps } from '../fallback/handle-request';
import { ANSWER_BYTES, LATE_ANSWER_BYTES } from '../request/answer-budget';
import { isSendable } from '../request/is-sendable';
import type { VisitorRequest } from '../request/visitor-request';
import { count, isOver, type LeanConnection, type Place } from './lean-connection';
import type { Head } from './read-head';

export type AnswerLeanDeps = HandleRequestDeps & {
  texts: AnswerText;
  /** True from the beginning of a shutdown on: each connection ends with its next answer. */
  isDraining: () => boolean;
  /** What is ready may be sent. */
  send: (connection: LeanConnection) => void;
};

export type AnswerLean = (connection: LeanConnection, head: Head) => void;

export function makeAnswerLean(deps: AnswerLeanDeps): AnswerLean {
  const { texts, onAnswered } = deps;

  /** Requests that came behind this one are answered as well before a drain ends the connection. */
  const isLast = (connection: LeanConnection, place: Place) => {
    const isNewest = connection.places[connection.places.length - 1] === place;
    if (isNewest && !connection.isHeld && (connection.isEnding || deps.isDraining())) {
      place.isLast = true;
      connection.isEnding = true;
    }
    return place.isLast;
  };

  const putPage = (
    connection: LeanConnection,
    place: Place,
    isHead: boolean,
    page: Extract<Answer, { kind: 'page' }>['page'],
  ) => {
    count(connection, place, ANSWER_BYTES + (isHead ? 0 : page.body.length));
    place.text = texts.page(page, isHead, isLast(connection, place));
  };

  const putRedirect = (connection: LeanConnection, place: Place, location: string) => {
    if (!isSendable(location)) throw new Error('a location that cannot be sent');
    count(connection, place, ANSWER_BYTES + location.length);
    place.text = texts.redirect(location, isLast(connection, place));
  };

  const fail = (connection: LeanConnection, place: Place, isHead: boolean, error: unknown) => {
    deps.log.error({ event: 'request_failed', err: error });
    try {
      onAnswered('unavailable');
      putPage(connection, place, isHead, unavailablePage);
    } catch {
      connection.socket.destroy();
    }
  };

  const giveRedirect = (
    connection: LeanConnection,
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

  const give = (connection: LeanConnection, place: Place, visitor: VisitorRequest, answer: Answer) => {
    // whoever left before there was an answer was not redirected
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
    connection: LeanConnection,
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
