import { makeMetrics } from '@kurz/process';
import { makeStreamMetrics } from './stream-metrics';

test('Gaps and repeats of a partition are counted from 0 on when it is taken over, and go on when it comes back', async () => {
  const metrics = makeMetrics();
  const stream = makeStreamMetrics(metrics, { now: () => 0, lags: () => [], staleness: () => [] });
  stream.owns(7);
  expect(await metrics.text()).toMatch(
    /^kurz_ingester_sequence_faults_total\{kind="gap",partition="7"\} 0$/m,
  );
  stream.sequenceFault('gap', 7);
  stream.owns(7);
  const text = await metrics.text();
  expect(text).toMatch(/^kurz_ingester_sequence_faults_total\{kind="gap",partition="7"\} 1$/m);
  expect(text).toMatch(/^kurz_ingester_sequence_faults_total\{kind="repeat",partition="7"\} 0$/m);
});
