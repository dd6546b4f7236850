import { makePace, unpaced } from './make-pace';

const HOUR_MS = 3_600_000;
const STEADY = { now: () => 0 };

/** True when it is not resolved by the next turn of the event loop. */
async function isWaiting(promise: Promise<void>): Promise<boolean> {
  const turn = new Promise<boolean>((resolve) => setImmediate(() => resolve(true)));
  return Promise.race([promise.then(() => false), turn]);
}

describe('a pace', () => {
  it('does not make up for a pause with a burst', async () => {
    let nowMs = 0;
    const pace = makePace(1_000, { now: () => nowMs });
    await pace.take(1);
    nowMs = HOUR_MS;
    await pace.take(10_050);
    const next = pace.take(1);
    expect(await isWaiting(next)).toBe(true);
    pace.lift();
    await next;
  });

  it('holds up nobody any longer once it is lifted', async () => {
    const pace = makePace(1, STEADY);
    await pace.take(1_000);
    const waiting = pace.take(1);
    expect(await isWaiting(waiting)).toBe(true);
    pace.lift();
    await waiting;
    await pace.take(1_000);
    await pace.take(1);
  });

  it('may be none', async () => {
    await unpaced.take(1e12);
    expect(await isWaiting(unpaced.take(1))).toBe(false);
  });
});
