// Answers a request that the fast path has read, in the slot of its connection.

import { makeRespond, type AnswerWriter } from '../answer/respond';
import type { HandleRequestDeps } from '../fallback/handle-request';
import { LATE_ANSWER_BYTES } from '../request/answer-budget';
import type { AnswerText } from './answer-text';
import { count, isOver, type AnswerSlot, type FastConnection } from './fast-connection';
import type { Head } from './read-head';

export type AnswerFastDeps = HandleRequestDeps & {
  texts: AnswerText;
  /** True from the beginning of a shutdown on: each connection closes after its next answer. */
  isDraining: () => boolean;
  /** Sends the answers that are ready. */
  send: (connection: FastConnection) => void;
};

export type AnswerFast = (connection: FastConnection, head: Head) => void;

/** Writes the texts of answers to their slots. */
function slotWriter({ record, texts, isDraining, send }: AnswerFastDeps): AnswerWriter<AnswerSlot> {
  /** Requests that came behind this one are answered as well before a drain ends the connection. */
  const isLast = (slot: AnswerSlot) => {
    const { connection } = slot;
    const isNewest = connection.slots[connection.slots.length - 1] === slot;
    if (isNewest && !connection.isHeld && (connection.isEnding || isDraining())) {
      slot.isLast = true;
      connection.isEnding = true;
    }
    return slot.isLast;
  };

  return {
    isOver: ({ connection }) => isOver(connection),
    reserve: (slot, bytes) => {
      count(slot, bytes);
      return true;
    },
    record: ({ connection }, visitor, answer, written) => {
      connection.unwritten++;
      try {
        record(visitor, answer, written);
      } catch (error) {
        connection.unwritten--;
        throw error;
      }
    },
    answered: ({ connection }) => {
      connection.unwritten--;
      if (connection.unwritten === 0) send(connection);
    },
    redirect: (slot, location) => {
      slot.text = texts.redirect(location, isLast(slot));
    },
    page: (slot, page, isHead) => {
      slot.text = texts.page(page, isHead, isLast(slot));
    },
    abort: ({ connection }) => void connection.socket.destroy(),
  };
}

export function makeAnswerFast(deps: AnswerFastDeps): AnswerFast {
  const respond = makeRespond(deps, slotWriter(deps));

  const sendLate = async (connection: FastConnection, late: Promise<void>) => {
    await late;
    if (connection.unwritten === 0) deps.send(connection);
  };

  return (connection, { visitor, isLast: mustEnd }) => {
    const slot = { connection, text: '', isLast: mustEnd, bytes: 0 };
    connection.slots.push(slot);
    if (mustEnd) connection.isEnding = true;
    const late = respond(slot, visitor);
    if (!late) return;
    count(slot, LATE_ANSWER_BYTES);
    void sendLate(connection, late);
  };
}
