// Counts and times the API's requests by route and status. The label is the route's pattern, never a caller's path.

import type { ServerResponse } from 'node:http';
import type { Clock, Metrics } from '@kurz/process';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export type ObserveRequest = (response: ServerResponse, method: string, route: string) => void;

export function makeObserveRequest(deps: { metrics: Metrics; clock: Clock }): ObserveRequest {
  const requests = deps.metrics.counter('api_requests', 'Requests answered by the API', [
    'method',
    'route',
    'status',
  ]);
  const seconds = deps.metrics.histogram('api_request', 'Time to answer a request of the API', BUCKETS, [
    'method',
    'route',
  ]);
  return (response, method, route) => {
    const began = deps.clock.now();
    response.once('finish', () => {
      requests.inc({ method, route, status: String(response.statusCode) });
      seconds.observe({ method, route }, (deps.clock.now() - began) / 1_000);
    });
  };
}
