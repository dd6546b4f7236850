// Takes one request from each of several allowances, or from none of them when one refuses.

import type { Refusal } from '../errors/refusal';
import { rateLimited } from './rate-limited';
import type { RequestCounter } from './request-counter';
import { makeTakeRequest, type Allowance } from './take-request';

/** Takes them in order. Allowances after one that refuses are not asked. */
export async function takeEach(
  allowances: readonly (Allowance & { counter: RequestCounter })[],
): Promise<{ kind: 'taken'; cancel: () => Promise<void> } | Refusal> {
  const taken: { counter: RequestCounter; key: string }[] = [];
  const cancel = async () => {
    for (const { counter, key } of taken) await counter.uncount(key);
  };
  for (const { counter, ...allowance } of allowances) {
    const { isAllowed, secondsLeft } = await makeTakeRequest({ counter })(allowance);
    if (!isAllowed) {
      await cancel();
      return rateLimited(secondsLeft);
    }
    taken.push({ counter, key: allowance.key });
  }
  return { kind: 'taken', cancel };
}
