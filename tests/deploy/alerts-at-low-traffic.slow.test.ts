// Alerts of redirects and of the API on a quiet installation. One late answer or one error is a large part of all, and
// pages nobody; nor do long exports. An outage does, as soon as it has affected some visitors.

import { itWith, prometheusTool } from './deploy-tools';
import { evaluateAlerts, type Moment } from './evaluate-alerts';

const test = itWith(prometheusTool());
const AVAILABILITY = [
  'RedirectsUnavailable',
  'RedirectAvailabilityBurnsFast',
  'RedirectAvailabilityBurnsSlowly',
];
const LATENCY = ['RedirectLatencyBurnsFast', 'RedirectLatencyBurnsSlowly'];

const quiet = (alerts: readonly string[], moments: readonly string[]) =>
  alerts.flatMap((alert) => moments.map((at): Moment => ({ at, alert, isFiring: false })));

/** Two visitors a minute. `unavailable`: a series in promtool's notation. */
const answered = (redirects: string, unavailable: string) => ({
  'kurz_redirector_answers_total{kind="redirect"}': redirects,
  'kurz_redirector_answers_total{kind="unavailable"}': unavailable,
});

test('one 503 among two visitors a minute raises nothing', () => {
  const series = answered('0+2x600', '0x60 1x540');
  const moments = quiet(AVAILABILITY, ['61m', '63m', '65m', '2h', '7h']);
  expect(evaluateAlerts({ interval: '1m', series }, moments)).toBe('as expected');
});

test('an outage that meets two visitors a minute pages', () => {
  const series = answered('0+2x60 122x120', '0x60 2+2x120');
  const moments = [
    ...quiet(AVAILABILITY, ['59m']),
    { at: '75m', alert: 'RedirectAvailabilityBurnsFast', isFiring: true },
    { at: '75m', alert: 'RedirectAvailabilityBurnsSlowly', isFiring: true },
  ];
  expect(evaluateAlerts({ interval: '1m', series }, moments)).toBe('as expected');
});

test('one late redirect, of some that were timed in an hour, raises nothing', () => {
  const series = {
    'kurz_redirector_answer_seconds_bucket{le="0.025"}': '0x20 1x20 2x560',
    kurz_redirector_answer_seconds_count: '0x20 1x20 2x20 3x540',
  };
  const moments = quiet(LATENCY, ['61m', '63m', '65m', '2h', '7h']);
  expect(evaluateAlerts({ interval: '1m', series }, moments)).toBe('as expected');
});

test('redirects that are all late raise a page when a dozen was timed', () => {
  const series = {
    'kurz_redirector_answer_seconds_bucket{le="0.025"}': '0+1x60 61x120',
    kurz_redirector_answer_seconds_count: '0+1x180',
  };
  const moments = [
    ...quiet(LATENCY, ['59m', '65m']),
    { at: '80m', alert: 'RedirectLatencyBurnsFast', isFiring: true },
    { at: '80m', alert: 'RedirectLatencyBurnsSlowly', isFiring: true },
  ];
  expect(evaluateAlerts({ interval: '1m', series }, moments)).toBe('as expected');
});

const requests = (served: string, failed: string) => ({
  'kurz_api_requests_total{method="GET",route="/urls",status="200"}': served,
  'kurz_api_requests_total{method="GET",route="/urls",status="503"}': failed,
});

test('two errors of an API with a request a minute raise nothing', () => {
  const series = requests('0+1x600', '0x60 1 2x539');
  const moments = quiet(['ApiErrors'], ['62m', '66m', '67m', '75m']);
  expect(evaluateAlerts({ interval: '1m', series }, moments)).toBe('as expected');
});

test('an API with a request a minute that answers none any more pages', () => {
  const series = requests('0+1x60 60x120', '0x60 1+1x120');
  const moments = [...quiet(['ApiErrors'], ['59m']), { at: '75m', alert: 'ApiErrors', isFiring: true }];
  expect(evaluateAlerts({ interval: '1m', series }, moments)).toBe('as expected');
});

/** Ten requests a minute, all of them longer than 2.5 s. */
const slowRequests = (route: string) =>
  Object.fromEntries(
    ['2.5', '5', '+Inf'].map((le) => [
      `kurz_api_request_seconds_bucket{method="GET",route="${route}",le="${le}"}`,
      le === '2.5' ? '0x180' : '0+10x180',
    ]),
  );

test('exports and uploads take as long as they are, which makes no API slow', () => {
  const series = {
    ...slowRequests('/workspaces/:workspace/export'),
    ...slowRequests('/workspaces/:workspace/imports/jobs/:job/parts/:part'),
  };
  const moments = quiet(['ApiSlow'], ['30m', '90m']);
  expect(evaluateAlerts({ interval: '1m', series }, moments)).toBe('as expected');
});

test('an API whose other answers take that long is slow', () => {
  const moments = [{ at: '30m', alert: 'ApiSlow', isFiring: true }];
  expect(evaluateAlerts({ interval: '1m', series: slowRequests('/urls') }, moments)).toBe('as expected');
});
