import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { startProxy, type TestProxy } from '@kurz/backends';
import { settledWithin } from './settled-within';

/** A server that echoes all data. */
async function startEcho(): Promise<{ server: Server; port: number }> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : 0 };
}

/** Resolves with the error that ended the socket, if one did. */
const closedOf = (socket: Socket) =>
  new Promise<Error | null>((resolve) => socket.once('close', () => resolve(socket.errored)));

describe('the proxy before a store', () => {
  let echo: Server;
  let proxy: TestProxy;
  let client: Socket;
  let heard: string;

  const open = async () => {
    const socket = connect({ host: proxy.host, port: proxy.port });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const untilHeard = async (text: string) => {
    while (!heard.includes(text)) await once(client, 'data');
  };

  beforeEach(async () => {
    const started = await startEcho();
    echo = started.server;
    proxy = await startProxy({ host: '127.0.0.1', port: started.port });
    client = await open();
    heard = '';
    client.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  });
  afterEach(async () => {
    client.destroy();
    await proxy.close();
    echo.close();
  });

  it('hands every byte on, in order, with the ending', async () => {
    const text = 'abcdefghij'.repeat(300_000);
    client.end(text);
    await once(client, 'end');
    expect(heard === text).toBe(true);
  });

  it('delays both directions, without adding the delays of pieces up', async () => {
    proxy.delay(150);
    const before = performance.now();
    for (let n = 0; n < 20; n++) {
      client.write(`${n},`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await untilHeard('19,');
    const took = performance.now() - before;
    expect(took).toBeGreaterThanOrEqual(295);
    expect(took).toBeLessThan(20 * 300);
    expect(heard).toBe([...Array(20).keys()].map((n) => `${n},`).join(''));
  });

  it('throttles to a number of bytes a second', async () => {
    proxy.throttle(20_000);
    const before = performance.now();
    client.write(`${'x'.repeat(9_999)}!`);
    await untilHeard('!');
    expect(performance.now() - before).toBeGreaterThanOrEqual(400);
  });

  it('as a black hole takes connections and passes nothing, until it is healed', async () => {
    proxy.blackHole();
    client.write('lost?');
    expect(await settledWithin(untilHeard('lost?'), 300)).toBe(false);
    const second = await open();
    expect(second.destroyed).toBe(false);
    second.destroy();
    await proxy.heal();
    await untilHeard('lost?');
  });

  it('refuses as a killed server does, and is back on its port when healed', async () => {
    const closed = closedOf(client);
    await proxy.refuse();
    await closed;
    await expect(once(connect(proxy.port, proxy.host), 'connect')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    await proxy.heal();
    client = await open();
    client.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    client.write('back');
    await untilHeard('back');
  });

  it('resets the connections of the moment, and takes new ones', async () => {
    const failed = closedOf(client);
    proxy.resetAll();
    expect(await failed).toMatchObject({ code: 'ECONNRESET' });
    const second = await open();
    const answer = once(second, 'data');
    second.write('new');
    expect(String((await answer)[0])).toBe('new');
    second.destroy();
  });

  it('cuts an answer after so many bytes, on connections that were open before, and on new ones', async () => {
    client.write('earlier');
    await untilHeard('earlier');
    proxy.cutAnswerAfter(4);
    for (const socket of [client, await open()]) {
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      const closed = closedOf(socket);
      socket.write('answer');
      await closed;
      expect(answer).toBe('answ');
    }
  });

  it('lets a request through whose answer it cuts off whole', async () => {
    const requests: string[] = [];
    echo.on('connection', (socket: Socket) =>
      socket.on('data', (chunk: Buffer) => requests.push(chunk.toString())),
    );
    proxy.cutAnswerAfter(0);
    const second = await open();
    const closed = closedOf(second);
    second.write('stored');
    await closed;
    expect(requests).toEqual(['stored']);
    expect(heard).toBe('');
  });
});
