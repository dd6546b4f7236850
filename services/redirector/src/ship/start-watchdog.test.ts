import { makeMetrics } from '@kurz/process';
import { makeShipMetrics } from './ship-metrics';
import { startWatchdog } from './start-watchdog';

let now = 0;
const clock = { now: () => now };
/** Time passes as the event loop sees it: a step is one turn, however long it took. */
function pass(steps: number, stepMs = 1_000): void {
  for (let step = 0; step < steps; step++) {
    now += stepMs;
    jest.advanceTimersByTime(1_000);
  }
}

beforeEach(() => {
  now = 0;
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

const REPORT = {
  health: 'shipping',
  position: 10,
  shippedVisits: 1,
  damagedLines: 0,
  failures: 0,
  drainedVisits: 0,
  backlog: { bytes: 0, oldestSeconds: 0 },
} as const;

test('a thread that reports no more for ten seconds ships no more, by the metric, until it reports again', async () => {
  const metrics = makeMetrics();
  const ship = makeShipMetrics(metrics);
  const silence = startWatchdog({ clock, onSilent: ship.silent });
  const isHealthy = async () => /^kurz_ship_healthy (.)$/m.exec(await metrics.text())?.[1];
  ship.update(REPORT);
  silence.heard();
  pass(9);
  expect([silence.isSilent(), await isHealthy()]).toEqual([false, '1']);
  pass(2);
  expect([silence.isSilent(), await isHealthy()]).toEqual([true, '0']);
  ship.update(REPORT);
  silence.heard();
  pass(1);
  expect([silence.isSilent(), await isHealthy()]).toEqual([false, '1']);
  silence.close();
});

test('a pause of the thread that listens is no silence of the other', () => {
  const onSilent = jest.fn();
  const silence = startWatchdog({ clock, onSilent });
  pass(3, 60_000);
  expect([silence.isSilent(), onSilent.mock.calls.length]).toEqual([false, 0]);
  pass(8);
  expect([silence.isSilent(), onSilent.mock.calls.length]).toEqual([true, 1]);
  pass(60);
  expect(onSilent).toHaveBeenCalledTimes(1);
  silence.close();
});
