// Connections of the fast path with more requests than room for answers, whose earlier answers have left. Some of them
// resume in each tick of the event loop, in order of arrival.

import type { AnswerBudget } from '../request/answer-budget';
import type { FastConnection } from './fast-connection';

export type HeldConnections = {
  /** Adds a connection, which resumes when there is room. */
  add: (connection: FastConnection) => void;
  /** There may be room now. */
  wake: () => void;
};

/**
 * Each connection makes 64 KiB of answers or little more. A visitor waits for the ticks before its own. With 16
 * connections per tick, a thousand that pipelined cost a visitor 30 ms, not 10 (p99, two cores with other work).
 */
const MAX_PER_TICK = 2;

export function makeHeldConnections(
  budget: AnswerBudget,
  goOn: (connection: FastConnection) => void,
): HeldConnections {
  const ready = new Set<FastConnection>();
  let isScheduled = false;

  const run = () => {
    isScheduled = false;
    let left = Math.min(ready.size, MAX_PER_TICK);
    for (const connection of ready) {
      if (left-- === 0 || budget.isFull()) break;
      ready.delete(connection);
      goOn(connection);
    }
    wake();
  };
  const wake = () => {
    if (isScheduled || ready.size === 0 || budget.isFull()) return;
    isScheduled = true;
    setImmediate(run);
  };
  return {
    add: (connection) => {
      ready.add(connection);
      wake();
    },
    wake,
  };
}
