// Takes one request from an allowance, or says that none is left.

import { SURELY_SAME_WINDOW_MS, type RequestCounter } from './request-counter';

export type Allowance = {
  /** Requests under the same key count together. */
  key: string;
  /** How many requests a window allows. */
  requests: number;
  /** The length of a window that begins now; default: the counter's, which is the longest. */
  windowSeconds?: number;
};

export type TakenRequest = {
  isAllowed: boolean;
  /** What is left of the window's requests. */
  remaining: number;
  /** Until the next window, in whole seconds rounded up: 1 or more. */
  secondsLeft: number;
};

export type TakeRequest = (allowance: Allowance) => Promise<TakenRequest>;

export function makeTakeRequest(deps: { counter: RequestCounter }): TakeRequest {
  const { counter } = deps;
  return async ({ key, requests, windowSeconds }) => {
    const { count, msLeft, refund } = await counter.count(key, windowSeconds);
    const isAllowed = count <= requests;
    // a refused request takes nothing, so that a better plan helps within the same window
    if (!isAllowed && msLeft >= SURELY_SAME_WINDOW_MS) await refund();
    // a wall clock that is set back makes the end look farther away than a window is long
    const secondsLeft = Math.min(Math.max(Math.ceil(msLeft / 1_000), 1), counter.windowSeconds);
    return { isAllowed, remaining: Math.max(requests - count, 0), secondsLeft };
  };
}
