import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { makeWhenClosed } from './when-closed';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

async function serve(handle: (response: ServerResponse) => void) {
  const server = http.createServer((_, response) => handle(response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined).resume();
  const close = () => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  };
  return { client, close };
}

test('an answer that has left is told of once', async () => {
  const whenClosed = makeWhenClosed();
  const told = jest.fn();
  const ended = new Promise<void>((resolve) => {
    void serve((response) => {
      whenClosed(response, told);
      whenClosed(response, () => setImmediate(resolve));
      response.end('ok');
    }).then(({ client, close }) => {
      client.write(GET);
      void ended.then(close);
    });
  });
  await ended;
  expect(told).toHaveBeenCalledTimes(1);
});

test('answers that wait behind another one are told of when their connection ends', async () => {
  const whenClosed = makeWhenClosed();
  const responses: ServerResponse[] = [];
  let closed = 0;
  let arrived = () => {};
  const allCame = new Promise<void>((resolve) => (arrived = resolve));
  let gone = () => {};
  const allGone = new Promise<void>((resolve) => (gone = resolve));
  const { client, close } = await serve((response) => {
    responses.push(response);
    whenClosed(response, () => {
      closed += 1;
      if (closed === 20) gone();
    });
    // the first answer never ends
    if (responses.length > 1) response.end('waits');
    if (responses.length === 20) arrived();
  });
  client.write(GET.repeat(20));
  await allCame;
  expect(closed).toBe(0);
  client.destroy();
  await allGone;
  const late = jest.fn();
  for (const response of responses) whenClosed(response, late);
  expect([closed, late.mock.calls.length]).toEqual([20, 20]);
  close();
});
