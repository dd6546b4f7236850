import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { answerExpectContinue } from './answer-expect-continue';

const BODY = Buffer.from('the body');
const FIRST = 'GET /first HTTP/1.1\r\nHost: x\r\n\r\n';
const EXPECTING = 'GET /second HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n';
const POSTED =
  'POST /posted HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends `sent`, and the rest after 100 Continue; resolves with all that the client reads. */
async function textFor(
  sent: string,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  rest = '',
): Promise<string> {
  server = createServer(handle);
  answerExpectContinue(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  client.on('data', (chunk: Buffer) => {
    const before = text;
    text += chunk.toString('latin1');
    if (!before.includes(' 100 ') && text.includes(' 100 ')) client.write(rest);
  });
  client.write(sent);
  await once(client, 'close');
  return text;
}

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

test('an answer to a request that waits behind another stays whole', async () => {
  const last = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const text = await textFor(FIRST + EXPECTING + last, (request, response) => {
    const answer = () => response.writeHead(200, { 'content-length': BODY.length }).end(BODY);
    // the first answer leaves when the others are ready
    if (request.url === '/first') setTimeout(answer, 20);
    else answer();
  });
  expect(statusesIn(text)).toEqual(['200', '100', '200', '200']);
  expect(text.match(/\r\n\r\nthe body/g)).toHaveLength(3);
});

test.each([
  ['alone', ''],
  ['behind another request', FIRST],
])('a client that waits for 100 before it sends its body gets it: %s', async (_, before) => {
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    request.resume().once('end', () => response.writeHead(200, { 'content-length': BODY.length }).end(BODY));
  };
  const text = await textFor(before + POSTED, handle, '{}');
  expect(statusesIn(text)).toEqual([...(before ? ['200'] : []), '100', '200']);
});
