import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { boundPipelining, MOST_WAITING } from './bound-pipelining';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

let server: Server;
let client: Socket;
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

async function open(handle: (response: ServerResponse) => void): Promise<{ answered: () => number }> {
  server = createServer((_, response) => handle(response));
  boundPipelining(server);
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
    client.write(REQUEST.repeat(MOST_WAITING));
    await untilAnswered(answered, round * MOST_WAITING);
  }
  expect(client.destroyed).toBe(false);
});

test('One more, and the connection is cut off', async () => {
  let asked = 0;
  await open(() => void asked++);
  client.write(REQUEST.repeat(MOST_WAITING + 1));
  await once(client, 'close');
  expect(asked).toBe(MOST_WAITING + 1);
});
