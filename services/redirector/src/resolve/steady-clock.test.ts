import { makeSteadyClock } from './steady-clock';

test('A clock that is set back stands still until it has caught up', () => {
  let now = 5_000;
  const clock = makeSteadyClock({ now: () => now });
  expect(clock.now()).toBe(5_000);
  now = 9_000;
  expect(clock.now()).toBe(9_000);
  now = 1_000;
  expect(clock.now()).toBe(9_000);
  now = 9_001;
  expect(clock.now()).toBe(9_001);
  clock.close();
});
