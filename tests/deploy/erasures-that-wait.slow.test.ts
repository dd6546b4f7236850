// The alert about erasures that stay open. A link whose counts still exist after six hours raises it. Links that are
// deleted all the time and soon lose their counts do not, however young Prometheus is.

import { itWith, prometheusTool } from './deploy-tools';
import { evaluateAlerts } from './evaluate-alerts';

const test = itWith(prometheusTool());
const alert = 'ErasuresOpen';

test('links that are deleted all the time are no alert, nor is a deletion soon after the first start', () => {
  const series = {
    'kurz_ingester_open_erasures{instance="a"}': '3x600',
    // each erasure is closed within a minute
    'kurz_ingester_oldest_erasure_seconds{instance="a"}': '40x600',
  };
  const moments = ['15m', '1h', '7h', '9h'].map((at) => ({ at, alert, isFiring: false }));
  expect(evaluateAlerts({ interval: '1m', series }, moments)).toBe('as expected');
});

test('a link that keeps its counts is an alert after six hours, until they are gone', () => {
  const series = {
    'kurz_ingester_open_erasures{instance="a"}': '1x420 0x180',
    'kurz_ingester_oldest_erasure_seconds{instance="a"}': '0+60x420 0x180',
    'kurz_ingester_oldest_erasure_seconds{instance="b"}': '0+60x420 0x180',
  };
  const moments = [
    { at: '5h50m', alert, isFiring: false },
    { at: '6h30m', alert, isFiring: true },
    { at: '7h30m', alert, isFiring: false },
  ];
  expect(evaluateAlerts({ interval: '1m', series }, moments)).toBe('as expected');
});
