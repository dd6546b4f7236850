import { once } from 'node:events';
import http from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { answerClientError } from './answer-client-error';

let port: number;
const server = http.createServer((_, response) => response.end());
server.on('clientError', answerClientError);
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close().closeAllConnections());

async function answerTo(text: string): Promise<{ head: string; body: unknown }> {
  const client = connect({ port, host: '127.0.0.1' });
  let answer = '';
  client.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  client.on('error', () => undefined);
  client.write(text);
  await once(client, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}

test.each([
  ['a long path', `GET /v1/urls/${'x'.repeat(50_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, '414 URI Too Long'],
  ['a long query', `GET /v1/urls?q=${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, '414 URI Too Long'],
  [
    'a long header',
    `GET /v1/urls HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(50_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
  ],
  ['no request', 'nonsense\r\n\r\n', '400 Bad Request'],
])('%s is refused with an error in JSON', async (_, text, status) => {
  const { head, body } = await answerTo(text);
  expect(head).toContain(`HTTP/1.1 ${status}\r\n`);
  expect(head).toMatch(/\r\nContent-Type: application\/json; charset=utf-8\r\n/);
  expect(head).toMatch(/\r\nX-Request-Id: req_\w{20}\r\n/);
  expect(head).toMatch(/\r\nCache-Control: no-store\r\n/);
  expect(body).toEqual({ error: expect.stringMatching(/\.$/) as unknown });
});
