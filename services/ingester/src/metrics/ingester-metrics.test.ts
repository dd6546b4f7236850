import { makeMetrics } from '@kurz/process';
import { makeIngesterMetrics } from './ingester-metrics';

test('Every reason for which a consumer drops visits is counted from 0 on, so that the first one is seen', async () => {
  const metrics = makeMetrics();
  makeIngesterMetrics(metrics);
  const text = await metrics.text();
  const reasons = (consumer: string) =>
    [...text.matchAll(/^kurz_ingester_visits_dropped_total\{consumer="(\w+)",reason="(\w+)"\} 0$/gm)]
      .filter(([, of]) => of === consumer)
      .map(([, , reason]) => reason);
  expect(reasons('consolidate')).toEqual([
    'unknown_version',
    'wrong_field_count',
    'bad_time',
    'missing_id',
    'bad_flag',
    'bad_escape',
    'bad_id',
    'bad_message',
    'damaged',
    'erased',
  ]);
  expect(reasons('hits')).toEqual(['unknown_link']);
  expect(reasons('live')).toEqual(['erased']);
});
