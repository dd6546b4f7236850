// Visitors of one link, at a steady pace, and what became of each visit.

import { setTimeout as sleep } from 'node:timers/promises';

const LANES = 4;
const PER_SECOND_AND_LANE = 10;

/**
 * `visitLink` makes one visit. `retryMs`: the earliest time after which a front sends a request to a lost service
 * again. `stop` ends the visitors. It gives `answered`, the `slowestMs` of these, `faults` (in words, the visits
 * without a redirect) and `most`: the most visits that the stats may show. `most` exceeds `answered` only by visits
 * that a kill may have caught: without an answer, or sent twice. `during(kill)` marks the time of a kill.
 */
export function startVisitors(visitLink, { retryMs = Infinity } = {}) {
  /** The times of the kills, `from` and `to`. */
  const kills = [];
  const faults = new Map();
  let [answered, doubtful, unanswered, slowestMs] = [0, 0, 0, 0];
  let isOver = false;

  async function visitOnce() {
    const begin = Date.now();
    const fault = await visitLink().then(
      ({ status }) => (status === 302 ? undefined : String(status)),
      (error) => error.code ?? error.message,
    );
    const end = Date.now();
    if (fault !== undefined) {
      unanswered += 1;
      faults.set(fault, (faults.get(fault) ?? 0) + 1);
      return;
    }
    answered += 1;
    slowestMs = Math.max(slowestMs, end - begin);
    const isCaught = kills.some(({ from, to }) => begin <= to && end >= from);
    if (isCaught && end - begin >= retryMs) doubtful += 1;
  }

  async function walk() {
    while (!isOver) {
      const next = sleep(1_000 / PER_SECOND_AND_LANE);
      await visitOnce();
      await next;
    }
  }

  const walks = Array.from({ length: LANES }, walk);

  return {
    async during(kill) {
      const one = { from: Date.now(), to: Infinity };
      kills.push(one);
      try {
        return await kill();
      } finally {
        one.to = Date.now();
      }
    },
    faults: () => unanswered,
    async stop() {
      isOver = true;
      await Promise.all(walks);
      const said = [...faults].map(([fault, times]) => `${times} × ${fault}`).join(', ') || 'none';
      return { answered, most: answered + doubtful + unanswered, faults: said, slowestMs };
    },
  };
}
