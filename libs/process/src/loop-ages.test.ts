import { makeLoopAges } from './loop-ages';
import { makeMetrics } from './metrics';

test('A loop that never begins ages from the start, and one that ends its rounds does not', async () => {
  const metrics = makeMetrics();
  let now = 5_000;
  const ages = makeLoopAges(['running', 'never'], () => now);
  metrics.gauge('loop_age_seconds', 'of a test', ['loop'], ages.report, 'max');
  const read = async () => (await metrics.text()).split('\n').filter((line) => line.startsWith('kurz_'));
  expect(await read()).toEqual([
    'kurz_loop_age_seconds{loop="running"} 0',
    'kurz_loop_age_seconds{loop="never"} 0',
  ]);
  now += 60_000;
  ages.done('running');
  now += 1_500;
  expect(await read()).toEqual([
    'kurz_loop_age_seconds{loop="running"} 1.5',
    'kurz_loop_age_seconds{loop="never"} 61.5',
  ]);
});
