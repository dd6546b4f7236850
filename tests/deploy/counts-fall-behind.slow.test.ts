// The alert about counts that fall behind. Visits that wait for a linger are no backlog, however many redirectors ship;
// visits that an ingester does not keep up with are one.

import { itWith, prometheusTool } from './deploy-tools';
import { evaluateAlerts } from './evaluate-alerts';

const test = itWith(prometheusTool());
const alert = 'CountsFallBehind';

/** Staleness with a linger of a minute: the newest visit is counted up to a minute later. */
const lingering = Array.from({ length: 240 }, (_, step) => (step % 4) * 15 + 5).join(' ');

test('the visits of many redirectors that wait for a long linger are no backlog', () => {
  const series = {
    // 16 workers ship a message and the end of a transaction five times a second
    'kurz_ingester_lag{instance="a",consumer="consolidate",partition="0"}': '4800x240',
    'kurz_ingester_stale_seconds{instance="a",consumer="consolidate"}': lingering,
    'kurz_ingester_lag{instance="a",consumer="hits",partition="0"}': '160x240',
    'kurz_ingester_stale_seconds{instance="a",consumer="hits"}': '1x240',
  };
  const moments = ['20m', '40m', '59m'].map((at) => ({ at, alert, isFiring: false }));
  expect(evaluateAlerts({ interval: '15s', series }, moments)).toBe('as expected');
});

test('a consumer that is ever further behind raises it, and ends it when it has caught up', () => {
  // what was the newest is reached a quarter of an hour later, and the next one another quarter later
  const behind = Array.from({ length: 300 }, (_, step) => (step % 60) * 15).join(' ');
  const series = {
    'kurz_ingester_lag{instance="a",consumer="consolidate",partition="0"}': '0+100x299 0x200',
    'kurz_ingester_stale_seconds{instance="a",consumer="consolidate"}': `${behind} 0x200`,
    'kurz_ingester_lag{instance="b",consumer="consolidate",partition="1"}': '500x500',
    'kurz_ingester_stale_seconds{instance="b",consumer="consolidate"}': '12x500',
  };
  const moments = [
    { at: '15m', alert, isFiring: false },
    { at: '35m', alert, isFiring: true },
    { at: '70m', alert, isFiring: true },
    { at: '80m', alert, isFiring: false },
  ];
  expect(evaluateAlerts({ interval: '15s', series }, moments)).toBe('as expected');
});
