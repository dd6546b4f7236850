import { setTimeout as sleep } from 'node:timers/promises';
import { makeBreaker } from './breaker';

const CONFIG = { failures: 3, probeEveryMs: 5, probeWaitMs: 20 };
let close = () => {};
afterEach(() => close());

/** A breaker before a store that is away until told otherwise. */
function breakerOf(answers: () => Promise<unknown> = () => Promise.reject(new Error('away'))) {
  const store = { answers, probes: 0 };
  const probe = () => {
    store.probes += 1;
    return store.answers();
  };
  const breaker = makeBreaker({ probe }, CONFIG);
  close = breaker.close;
  return { store, breaker, fail: (times: number) => Array.from({ length: times }, breaker.failed) };
}

async function untilProbed(store: { probes: number }, times: number) {
  const goal = store.probes + times;
  while (store.probes < goal) await sleep(1);
}

describe('the breaker before ClickHouse', () => {
  it('lets everybody ask until three in a row have failed', async () => {
    const { store, breaker, fail } = breakerOf();
    fail(2);
    expect(breaker.mayAsk()).toBe(true);
    breaker.succeeded();
    fail(2);
    expect(breaker.mayAsk()).toBe(true);
    expect(store.probes).toBe(0);
    fail(1);
    expect(breaker.mayAsk()).toBe(false);
    await untilProbed(store, 3);
    expect(breaker.mayAsk()).toBe(false);
  });

  it('closes by its own probe, without being asked', async () => {
    const { store, breaker, fail } = breakerOf();
    fail(4);
    await untilProbed(store, 2);
    store.answers = () => Promise.resolve('here');
    await untilProbed(store, 1);
    await sleep(1);
    expect(breaker.mayAsk()).toBe(true);
    const { probes } = store;
    await sleep(5 * CONFIG.probeEveryMs);
    expect(store.probes).toBe(probes);
    fail(2);
    expect(breaker.mayAsk()).toBe(true);
    fail(1);
    expect(breaker.mayAsk()).toBe(false);
  });

  it('goes on when a probe never ends, and with one probe at a time', async () => {
    let running = 0;
    const never = () => new Promise(() => (running += 1));
    const { store, fail } = breakerOf(never);
    fail(10);
    await untilProbed(store, 3);
    expect(running).toBe(store.probes);
  });

  it('stays open when a question from before it opened is answered late', async () => {
    const { store, breaker, fail } = breakerOf();
    fail(3);
    breaker.succeeded();
    expect(breaker.mayAsk()).toBe(false);
    await untilProbed(store, 2);
    expect(breaker.mayAsk()).toBe(false);
  });

  it('probes no more once it is closed for good', async () => {
    const { store, breaker, fail } = breakerOf();
    fail(3);
    breaker.close();
    await sleep(5 * CONFIG.probeEveryMs);
    expect(store.probes).toBe(0);
  });
});
