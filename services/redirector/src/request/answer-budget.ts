// Bounds the memory that clients hold by pipelining, on both paths: answers in progress, and answers that a client does
// not take. Proxies and browsers do not pipeline.

export type AnswerBudget = {
  /** Bytes of answers between the look-up and the socket. */
  pending: number;
  /** Bytes of requests that wait for room, and of answers that their clients do not take. */
  held: number;
  /** While true, no further answers of pipelined requests are made. */
  isFull: () => boolean;
  /** While true, a client that would hold more is cut off. */
  isOverdrawn: () => boolean;
  /** Counts a connection that was cut off for what it held. */
  cut: () => void;
};

/**
 * Most answer bytes made in one turn of the event loop for pipelined requests; other clients wait for them, a ms or
 * two.
 */
const MAX_PENDING = 1024 ** 2;
const MAX_HELD = 24 * 1024 ** 2;

/** Most answer bytes of one connection; one more answer may be made, of any length. */
export const MAX_BYTES_PER_CONNECTION = 64 * 1024;
/** What an answer takes beside its location or body. */
export const ANSWER_BYTES = 1_024;
/** Counted for an answer whose link is still looked up: the longest answer is four times that, most are a tenth. */
export const LATE_ANSWER_BYTES = 8 * 1024;

export function makeAnswerBudget(onCut: () => void): AnswerBudget {
  const budget: AnswerBudget = {
    pending: 0,
    held: 0,
    isFull: () => budget.pending >= MAX_PENDING,
    isOverdrawn: () => budget.held > MAX_HELD,
    cut: onCut,
  };
  return budget;
}
