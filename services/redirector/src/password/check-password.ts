// Checks passwords outside the answering thread: one at a time, in a thread of Node's pool. A check takes 50 ms and 19
// MiB, so a flood of attempts takes one core at most, and the journal keeps the other threads.

import { isPasswordOf } from '@kurz/password-hash';
import { makeSemaphore } from '@kurz/resilience';

/** Some two seconds of checks. */
const MAX_WAITING = 32;

/** `busy`: too many checks wait, so this one is not made. */
export type CheckPassword = (passwordHash: string, password: string) => Promise<'right' | 'wrong' | 'busy'>;

export function makeCheckPassword(): CheckPassword {
  const semaphore = makeSemaphore();
  let waiting = 0;
  return async (passwordHash, password) => {
    if (waiting === MAX_WAITING) return 'busy';
    waiting++;
    const release = await semaphore.take();
    try {
      return (await isPasswordOf(passwordHash, password)) ? 'right' : 'wrong';
    } finally {
      waiting--;
      release();
    }
  };
}
