import { makeMetrics, type MetricsSnapshot } from './metrics';
import { sumSnapshots, textOfSnapshots, totalsOf } from './sum-snapshots';

/** One worker's numbers. */
function worker(answered: number, openLinks: number, ageSeconds: number) {
  const metrics = makeMetrics();
  metrics.counter('answers', 'Answers.', ['kind']).inc({ kind: 'redirect' }, answered);
  metrics.gauge('open_links', 'Links.').set(openLinks);
  metrics.gauge('oldest_seconds', 'Age.', [], undefined, 'max').set(ageSeconds);
  metrics.histogram('wait', 'Waiting.', [1, 2]).observe(1.5);
  // sent between processes as JSON
  return metrics.snapshot().then((snapshot) => JSON.parse(JSON.stringify(snapshot)) as typeof snapshot);
}

test('Counters, gauges and histograms of all workers are summed, and an age is the greatest', async () => {
  const text = await textOfSnapshots(await Promise.all([worker(3, 10, 7), worker(4, 20, 5)]));
  expect(text).toMatch(/^kurz_answers_total\{kind="redirect"\} 7$/m);
  expect(text).toMatch(/^kurz_open_links 30$/m);
  expect(text).toMatch(/^kurz_oldest_seconds 7$/m);
  expect(text).toMatch(/^kurz_wait_seconds_bucket\{le="2"\} 2$/m);
  expect(text).toMatch(/^kurz_wait_seconds_bucket\{le="1"\} 0$/m);
  expect(text).toMatch(/^kurz_wait_seconds_count 2$/m);
});

test('A worker that ended leaves its totals and takes its gauges along', async () => {
  const ended = totalsOf(await worker(3, 10, 7));
  const text = await textOfSnapshots([ended, await worker(4, 20, 5)]);
  expect(text).toMatch(/^kurz_answers_total\{kind="redirect"\} 7$/m);
  expect(text).toMatch(/^kurz_open_links 20$/m);
  expect(text).toMatch(/^kurz_oldest_seconds 5$/m);
  expect(text).toMatch(/^kurz_wait_seconds_count 2$/m);
});

test('Sums can be summed again', async () => {
  const two = await sumSnapshots(await Promise.all([worker(3, 1, 1), worker(4, 1, 1)]));
  const text = await textOfSnapshots([two, await worker(5, 1, 9)]);
  expect(text).toMatch(/^kurz_answers_total\{kind="redirect"\} 12$/m);
  expect(text).toMatch(/^kurz_wait_seconds_bucket\{le="2"\} 3$/m);
  expect(text).toMatch(/^kurz_oldest_seconds 9$/m);
});

/** The process metrics of one worker, with this event loop lag. */
async function lagging(seconds: number): Promise<MetricsSnapshot> {
  const own = await makeMetrics({ processMetrics: true }).snapshot();
  return own.map((metric) =>
    metric.name === 'nodejs_eventloop_lag_p99_seconds'
      ? { ...metric, values: [{ value: seconds, labels: {} }] }
      : metric,
  );
}

test('Of several event loops the one that lags most is told', async () => {
  const two = await sumSnapshots([await lagging(0.9), await lagging(0.1)]);
  const text = await textOfSnapshots([two, await lagging(0.2)]);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds 0\.9$/m);
});
