// What an operator sees of the embedded product: the metrics of all three services at one address, if it is configured.

import { freePort } from '@kurz/backends';
import { startStandalone, type RunningStandalone } from './start-standalone';
import { sumOfMetric } from './sum-of-metric';
import { until } from '../until';

let kurz: RunningStandalone;
let ops: string;

beforeAll(async () => {
  const port = await freePort();
  ops = `http://127.0.0.1:${port}`;
  kurz = await startStandalone({ isNew: false, environment: { KURZ_OPS_PORT: String(port) } });
});

afterAll(() => kurz.close());

const sumOf = (metric: string) => sumOfMetric(ops, metric);

describe('the operations server of the embedded product', () => {
  it('tells of redirects, counted visits, API requests and the process', async () => {
    const made = await fetch(`${kurz.url}/v1/urls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${kurz.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://example.com/', slug: 'measured' }),
    });
    expect(made.status).toBe(201);
    for (let visit = 0; visit < 5; visit++) await fetch(`${kurz.url}/measured`, { redirect: 'manual' });
    expect(await sumOf('kurz_redirector_answers_total')).toBe(5);
    expect(await sumOf('kurz_api_requests_total')).toBe(1);
    const isCounted = async () => (await sumOf('kurz_ingester_visits_total')) === 15;
    await until(isCounted, { what: 'three consumers have counted five visits' });
    expect(await sumOf('process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  it('is ready, and alone: the port of the links shows no metrics', async () => {
    expect(await (await fetch(`${ops}/readyz`)).json()).toMatchObject({ ready: true, postgres: true });
    expect((await fetch(`${kurz.url}/metrics`)).status).toBe(404);
  });
});
