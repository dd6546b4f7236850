import { once } from 'node:events';
import http, { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { makeDrainableServer, type DrainableServer } from './make-drainable-server';

let server: DrainableServer;
let port: number;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

async function open(listener: RequestListener, cutOffMs = 25_000) {
  server = makeDrainableServer(createServer(listener), { cutOffMs });
  port = await server.listen('127.0.0.1', 0);
}

async function ask(): Promise<{ connection: string | undefined; text: string }> {
  const request = http.get({ port, host: '127.0.0.1', agent });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { connection: response.headers.connection, text };
}

test('Draining, it answers as ever and ends each connection with its answer', async () => {
  await open((_, response) => response.end('yes'));
  expect(await ask()).toEqual({ connection: 'keep-alive', text: 'yes' });
  server.drain();
  expect(await ask()).toEqual({ connection: 'close', text: 'yes' });
  expect(await ask()).toEqual({ connection: 'close', text: 'yes' });
  await server.close();
});

test('Closing waits for the answer under way, and for no connection that is idle', async () => {
  const begun: (() => void)[] = [];
  await open((_, response) => void begun.push(() => response.end('late')));
  const idle = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(idle, 'connect');
  const asked = ask();
  while (begun.length === 0) await new Promise(setImmediate);
  const closed = server.close();
  begun[0]?.();
  expect((await asked).text).toBe('late');
  await closed;
});

test('An answer that never ends is cut off', async () => {
  await open((_, response) => void response.write('never '), 50);
  const asked = ask();
  asked.catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await server.close();
  await expect(asked).rejects.toThrow();
});

test('A port that is taken is an error', async () => {
  await open((_, response) => response.end());
  const second = makeDrainableServer(createServer(), { cutOffMs: 1 });
  await expect(second.listen('127.0.0.1', port)).rejects.toThrow('EADDRINUSE');
  await server.close();
});
