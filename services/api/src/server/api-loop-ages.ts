// How long ago each background loop last ended a round well, as the metric that the alert LoopStandsStill reads.

import { makeLoopAges, type LoopAges, type Metrics } from '@kurz/process';

/** The loops that makeApi always starts. */
const LOOPS = [
  'link_changes',
  'expired_rows',
  'link_sweeps',
  'counted_links',
  'domain_watch',
  'domain_set_ups',
  'imports',
] as const;

export type ApiLoop = (typeof LOOPS)[number] | 'mails' | 'permitted_domains';
export type ApiLoopAges = Pick<LoopAges<ApiLoop>, 'done'>;

/** To be called once per process. `besides`: loops that run in this process only. */
export function makeApiLoopAges(metrics: Metrics, besides: readonly ApiLoop[]): ApiLoopAges {
  const ages = makeLoopAges<ApiLoop>([...LOOPS, ...besides]);
  metrics.gauge(
    'api_loop_age_seconds',
    'Since a loop beside the requests last ended a round well, or since the start',
    ['loop'],
    ages.report,
    'max',
  );
  return ages;
}
