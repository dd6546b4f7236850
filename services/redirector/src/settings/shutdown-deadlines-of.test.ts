import { shutdownDeadlinesOf } from './shutdown-deadlines-of';

test('Of 8.8 s the last visits have 3, and each end outlasts what it waits for', () => {
  expect(shutdownDeadlinesOf(8_800)).toEqual({
    primaryMs: 8_800,
    killMs: 7_500,
    workerMs: 7_000,
    flushMs: 3_000,
  });
});

test('All time that is given beyond is for the last visits', () => {
  expect(shutdownDeadlinesOf(45_000).flushMs).toBe(3_000 + 45_000 - 8_800);
  expect(shutdownDeadlinesOf(7_000).flushMs).toBeGreaterThan(1_000);
});
