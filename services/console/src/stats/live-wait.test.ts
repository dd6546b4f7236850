import { ApiError, OfflineError } from '../api/api-error';
import { liveWait } from './live-wait';

const NOW = Date.UTC(2026, 2, 1);
const refusal = (status: number, retryAfter?: number) =>
  new ApiError('refused', status, undefined, undefined, retryAfter);

test('figures are asked for every two seconds while they come', () => {
  expect(liveWait({ error: null, dataUpdatedAt: NOW - 500_000 }, NOW)).toBe(2_000);
});

test('a refusal that says when to come again is believed', () => {
  for (const status of [429, 503])
    expect(liveWait({ error: refusal(status, 17), dataUpdatedAt: NOW }, NOW)).toBe(17_000);
  expect(liveWait({ error: refusal(429, 0), dataUpdatedAt: NOW }, NOW)).toBe(2_000);
});

test('the waits after other failures grow, up to a minute', () => {
  const waits: number[] = [];
  for (let now = NOW + 2_000; waits.length < 12; now += waits.at(-1) ?? 0)
    waits.push(liveWait({ error: new OfflineError(), dataUpdatedAt: NOW }, now));
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect([waits[0], waits.at(-1)]).toEqual([2_000, 60_000]);
  expect(liveWait({ error: refusal(500), dataUpdatedAt: 0 }, NOW)).toBe(60_000);
});
