// Counts and times the API's requests by route and status. The label is the route's pattern, never a caller's path.

import type { ServerResponse } from 'node:http';
import type { Clock, Metrics } from '@kurz/process';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The statuses of the service's own errors in the catalogue, which an alert counts. */
const FAILURES = ['500', '503'];

export type RequestMetrics = {
  /** Declares that a request of this method may come to the route. */
  expect: (method: string, route: string) => void;
  observe: (response: ServerResponse, method: string, route: string) => void;
};

export function makeRequestMetrics(deps: { metrics: Metrics; clock: Clock }): RequestMetrics {
  const requests = deps.metrics.counter('api_requests', 'Requests answered by the API', [
    'method',
    'route',
    'status',
  ]);
  const seconds = deps.metrics.histogram('api_request', 'Time to answer a request of the API', BUCKETS, [
    'method',
    'route',
  ]);
  return {
    expect: (method, route) => {
      // begins at zero, because an alert sees a counter rise, but not a new one appear
      for (const status of FAILURES) requests.inc({ method, route, status }, 0);
      seconds.zero({ method, route });
    },
    observe: (response, method, route) => {
      const began = deps.clock.now();
      response.once('finish', () => {
        requests.inc({ method, route, status: String(response.statusCode) });
        seconds.observe({ method, route }, (deps.clock.now() - began) / 1_000);
      });
    },
  };
}
