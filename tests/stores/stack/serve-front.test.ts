import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { freePort } from '@kurz/backends';
import { serveFront, type Front } from '../../../services/stack/src/topology/serve-front';

/** A server that answers with its name and closes the connection after each response. */
async function startNamed(name: string): Promise<{ server: Server; port: number }> {
  const port = await freePort();
  const server = createServer((_request, response) => response.setHeader('connection', 'close').end(name));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, port };
}

describe('the port before the APIs', () => {
  let one: { server: Server; port: number };
  let two: { server: Server; port: number };
  let front: Front;
  let port: number;
  beforeEach(async () => {
    [one, two] = [await startNamed('one'), await startNamed('two')];
    port = await freePort();
    front = await serveFront({ host: '127.0.0.1', port }, [one.port, two.port]);
  });
  afterEach(async () => {
    await front.close();
    for (const { server } of [one, two]) server.close();
  });

  const ask = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();

  it('gives each of them its turn', async () => {
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual(['one', 'two', 'one', 'two']);
  });

  it('goes on with those that are there', async () => {
    two.server.close();
    await once(two.server, 'close');
    expect([await ask(), await ask(), await ask()]).toEqual(['one', 'one', 'one']);
  });

  it('ends the connection when none is there', async () => {
    for (const { server } of [one, two]) {
      server.close();
      await once(server, 'close');
    }
    await expect(ask()).rejects.toThrow();
  });
});
