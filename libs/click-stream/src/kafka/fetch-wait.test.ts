import { makeFetchWait } from './fetch-wait';

test('a fetch waits longer after five seconds without activity, and not long again at once', () => {
  let now = 1_000;
  const wait = makeFetchWait(() => now);
  expect(wait.ms()).toBe(100);
  now += 4_999;
  expect(wait.ms()).toBe(100);
  now += 1;
  expect(wait.ms()).toBe(500);
  wait.noteActivity();
  expect(wait.ms()).toBe(100);
});
