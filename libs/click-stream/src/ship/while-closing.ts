// Retries a call that begins a part of a transaction, while Kafka still writes the end of the previous transaction.

import { retryWhile } from '../kafka/retry-while';

const STILL_CLOSING = {
  errors: ['CONCURRENT_TRANSACTIONS'],
  firstWaitMs: 3,
  maxWaitMs: 100,
  giveUpMs: 15_000,
};

export const whileClosing = <T>(call: () => Promise<T>): Promise<T> => retryWhile(STILL_CLOSING, call);
