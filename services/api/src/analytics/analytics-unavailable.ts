// The refusal of a request that only ClickHouse could answer.

import { refuse, type Refusal } from '../errors/refusal';

/** ClickHouse is asked again this soon after it was found away. */
const RETRY_AFTER_SECONDS = '3';

export function analyticsUnavailable(): Refusal {
  return refuse('ANALYTICS_UNAVAILABLE', {}, { 'Retry-After': RETRY_AFTER_SECONDS });
}
