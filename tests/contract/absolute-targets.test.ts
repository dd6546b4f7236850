// Absolute targets (RFC 9112, 3.2.2), as clients send them to proxies: the path counts, whatever stands for the host.

import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { startApi, type TestApi } from './start-api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Uses node:http, because fetch would parse the target first. */
async function get(target: string): Promise<{ status: number | undefined; body: unknown }> {
  const { hostname, port } = new URL(api.baseUrl);
  const headers = { authorization: `Bearer ${api.token}` };
  const asked = request({ host: hostname, port, path: target, headers }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  expect(response.headers['x-request-id']).toBeDefined();
  return { status: response.statusCode, body: JSON.parse(await text(response)) };
}

test.each([
  'http://api.example',
  'HTTPS://localhost:99999',
  'http://[',
  'http://[::1',
  'http://%zz',
  'http://',
])('%s before a path', async (host) => {
  expect(await get(`${host}/v1/urls?limit=1`)).toEqual({ status: 200, body: { urls: [], total: 0 } });
  expect(await get(`${host}/v1/urls?limit=0`)).toMatchObject({ status: 400, body: { field: 'limit' } });
  for (const path of ['/nowhere', '/app/assets/none.js', '?a=b', ''])
    expect(await get(host + path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});
