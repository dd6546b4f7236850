import { performance } from 'node:perf_hooks';
import { makeThrottle } from './make-throttle';

describe('a throttle', () => {
  it('lets no more through than its rate, however many share it', async () => {
    const throttle = makeThrottle(10_000);
    const beganAt = performance.now();
    // the first 50 ms of visits are free, and 50 ms are saved up at the start: 400 ms of 500 are left, less the clock's
    // grain
    const ship = async () => {
      for (let chunk = 0; chunk < 5; chunk++) await throttle.take(500);
    };
    await Promise.all([ship(), ship()]);
    expect(performance.now() - beganAt).toBeGreaterThan(390);
  });
});
