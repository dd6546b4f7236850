import { makeBreaker } from './breaker';

function breakerAt(start: number) {
  let now = start;
  const breaker = makeBreaker({ clock: { now: () => now } }, { failures: 3, pauseMs: 3_000 });
  return {
    breaker,
    pass: (ms: number) => (now += ms),
    fail: (times: number) => Array.from({ length: times }, breaker.failed),
  };
}

describe('the breaker before ClickHouse', () => {
  it('lets everybody ask until three in a row have failed', () => {
    const { breaker, fail } = breakerAt(0);
    fail(2);
    expect(breaker.mayAsk()).toBe(true);
    breaker.succeeded();
    fail(2);
    expect(breaker.mayAsk()).toBe(true);
    fail(1);
    expect(breaker.mayAsk()).toBe(false);
  });

  it('lets exactly one ask when the pause is over', () => {
    const { breaker, pass, fail } = breakerAt(50);
    fail(3);
    pass(2_999);
    expect(breaker.mayAsk()).toBe(false);
    pass(1);
    expect([breaker.mayAsk(), breaker.mayAsk(), breaker.mayAsk()]).toEqual([true, false, false]);
  });

  it('closes when the one succeeds and pauses again when it fails', () => {
    const { breaker, pass, fail } = breakerAt(0);
    fail(3);
    pass(3_000);
    breaker.mayAsk();
    pass(1_000);
    breaker.failed();
    pass(2_999);
    expect(breaker.mayAsk()).toBe(false);
    pass(1);
    expect(breaker.mayAsk()).toBe(true);
    breaker.succeeded();
    expect([breaker.mayAsk(), breaker.mayAsk()]).toEqual([true, true]);
  });

  it('lets another ask when the one never reports', () => {
    const { breaker, pass, fail } = breakerAt(0);
    fail(3);
    pass(3_000);
    breaker.mayAsk();
    pass(3_000);
    expect([breaker.mayAsk(), breaker.mayAsk()]).toEqual([true, false]);
  });
});
