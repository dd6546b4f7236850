import { makeThrottle, unpaced } from './make-throttle';

const HOUR_MS = 3_600_000;
const STEADY = { now: () => 0 };

/** True when it is not resolved by the next turn of the event loop. */
async function isWaiting(promise: Promise<void>): Promise<boolean> {
  const turn = new Promise<boolean>((resolve) => setImmediate(() => resolve(true)));
  return Promise.race([promise.then(() => false), turn]);
}

describe('a throttle', () => {
  it('does not make up for a pause with a burst', async () => {
    let nowMs = 0;
    const throttle = makeThrottle(1_000, { now: () => nowMs });
    await throttle.take(1);
    nowMs = HOUR_MS;
    await throttle.take(10_050);
    const next = throttle.take(1);
    expect(await isWaiting(next)).toBe(true);
    throttle.release();
    await next;
  });

  it('holds up nothing once it is released', async () => {
    const throttle = makeThrottle(1, STEADY);
    await throttle.take(1_000);
    const waiting = throttle.take(1);
    expect(await isWaiting(waiting)).toBe(true);
    throttle.release();
    await waiting;
    await throttle.take(1_000);
    await throttle.take(1);
  });

  it('may be none', async () => {
    await unpaced.take(1e12);
    expect(await isWaiting(unpaced.take(1))).toBe(false);
  });
});
