import { makeMetrics } from './metrics';
import { textOfSnapshots } from './sum-snapshots';

test('A renamed metric is shown under its former name too, whose help says so', async () => {
  const metrics = makeMetrics();
  const visits = metrics.counter('visits', 'Visits', ['kind']);
  metrics.alias('kurz_hits_total', visits);
  visits.inc({ kind: 'bot' }, 3);
  const text = await metrics.text();
  expect(text).toContain('kurz_visits_total{kind="bot"} 3');
  expect(text).toContain('kurz_hits_total{kind="bot"} 3');
  expect(text).toContain('# HELP kurz_hits_total Renamed to kurz_visits_total');
});

test('A renamed histogram keeps its parts, and workers sum it', async () => {
  const metrics = makeMetrics();
  const answers = metrics.histogram('answers', 'Answers', [1]);
  metrics.alias('kurz_replies_seconds', answers);
  answers.observe(0.5);
  expect(await metrics.text()).toContain('kurz_replies_seconds_bucket{le="1"} 1');
  const snapshot = await metrics.snapshot();
  expect(await textOfSnapshots([snapshot, snapshot])).toContain('kurz_replies_seconds_count 2');
});
