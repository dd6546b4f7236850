import { setTimeout as sleep } from 'node:timers/promises';
import { settleWithin } from './settle-within';

describe('a bounded wait', () => {
  it('gives what the call gives, and its error', async () => {
    expect(await settleWithin(1_000, () => Promise.resolve(7))).toBe(7);
    await expect(settleWithin(1_000, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });

  it('ends in time and aborts a call that does not', async () => {
    let signal: AbortSignal | undefined;
    const waiting = settleWithin(20, (given) => {
      signal = given;
      return new Promise(() => undefined);
    });
    await expect(waiting).rejects.toThrow('no answer within 20 ms');
    expect(signal?.aborted).toBe(true);
  });

  it('does not take a pause of this process for a silent store', async () => {
    const settled = settleWithin(100, () => sleep(150, 'answered'));
    for (const end = performance.now() + 200; performance.now() < end;);
    expect(await settled).toBe('answered');
  });
});
