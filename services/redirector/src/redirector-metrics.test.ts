import { makeMetrics } from '@kurz/process';
import { makeNearCache } from './near-cache/near-cache';
import { makeRedirectorMetrics } from './redirector-metrics';

test('Answers and look-ups are counted from 0 on, so that the first that fails is seen', async () => {
  const metrics = makeMetrics();
  const near = makeNearCache(performance, { maxBytes: 0, ttlMs: 0, unknownTtlMs: 0 });
  const { onAnswered } = makeRedirectorMetrics(metrics, near);
  const text = await metrics.text();
  expect(text).toMatch(/^kurz_redirector_answers_total\{kind="unavailable"\} 0$/m);
  expect(text).toMatch(/^kurz_redirector_answers_total\{kind="redirect"\} 0$/m);
  expect(text).toMatch(/^kurz_redirector_lookups_total\{from="busy"\} 0$/m);
  onAnswered('unavailable');
  expect(await metrics.text()).toMatch(/^kurz_redirector_answers_total\{kind="unavailable"\} 1$/m);
});
