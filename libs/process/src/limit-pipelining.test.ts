import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { answerExpectContinue } from './answer-expect-continue';
import { limitPipelining, MAX_WAITING_REQUESTS } from './limit-pipelining';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

let server: Server;
let client: Socket;
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

async function open(
  handle: (response: ServerResponse) => void,
  maxWaiting?: number,
): Promise<{ answered: () => number }> {
  server = createServer((_, response) => handle(response));
  limitPipelining(server, maxWaiting === undefined ? undefined : () => maxWaiting);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  client.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  client.on('error', () => undefined);
  return { answered: () => text.split('HTTP/1.1 200 ').length - 1 };
}

const untilAnswered = async (answered: () => number, count: number) => {
  while (answered() < count) await once(client, 'data');
};

test('As many requests as may wait are answered, again and again', async () => {
  const { answered } = await open((response) => setImmediate(() => response.end('ok')));
  for (let round = 1; round <= 3; round++) {
    client.write(REQUEST.repeat(MAX_WAITING_REQUESTS));
    await untilAnswered(answered, round * MAX_WAITING_REQUESTS);
  }
  expect(client.destroyed).toBe(false);
});

test('One more, and the connection is cut off, and what is behind it in the chunk is not read', async () => {
  let asked = 0;
  await open(() => void asked++);
  client.write(REQUEST.repeat(4 * MAX_WAITING_REQUESTS));
  await once(client, 'close');
  expect(asked).toBe(MAX_WAITING_REQUESTS + 1);
});

test('A server that says so lets fewer wait', async () => {
  let asked = 0;
  await open(() => void asked++, 8);
  client.write(REQUEST.repeat(9));
  await once(client, 'close');
  expect(asked).toBe(9);
});

test('Requests that expect 100 Continue are counted when they come, and once', async () => {
  let asked = 0;
  const { answered } = await open((response) => {
    if (++asked <= 8) response.end('ok');
  }, 8);
  answerExpectContinue(server);
  const expecting = REQUEST.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n');
  client.write(expecting.repeat(8));
  await untilAnswered(answered, 8);
  client.write(expecting.repeat(9));
  await once(client, 'close');
  expect(asked).toBe(9);
});
