// Bounds the memory that clients hold by pipelining, on both paths: answers in progress, and answers that a client does
// not take. Proxies and browsers do not pipeline.

export type AnswerBudget = {
  /** Bytes of answers between the look-up and the socket. */
  pending: number;
  /** Bytes of requests that wait for room, and of answers that their clients do not take. */
  held: number;
  /** While this is true no further answers of pipelined requests are made. */
  isFull: () => boolean;
  /** True: a client that would hold more is cut off. */
  isOverdrawn: () => boolean;
  /** Counts a connection that was cut off for what it held. */
  cut: () => void;
};

/** Made in one turn of the event loop for pipelined requests; other clients wait for it, a ms or two. */
const MOST_PENDING = 1024 ** 2;
const MOST_HELD = 24 * 1024 ** 2;

/** Of the answers of one connection; one more may be made, of whatever length. */
export const MOST_OF_CONNECTION = 64 * 1024;
/** What an answer takes beside its location. */
export const ANSWER_BYTES = 1_024;
/** Counted for one that is looked up still: the longest is four times that, most are a tenth. */
export const LATE_ANSWER_BYTES = 8 * 1024;

export function makeAnswerBudget(onCut: () => void): AnswerBudget {
  const budget: AnswerBudget = {
    pending: 0,
    held: 0,
    isFull: () => budget.pending >= MOST_PENDING,
    isOverdrawn: () => budget.held > MOST_HELD,
    cut: onCut,
  };
  return budget;
}
