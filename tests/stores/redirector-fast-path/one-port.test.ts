import { type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@kurz/backends';
import { answerClientError, redirectServerOptions, type FastPath } from '@kurz/redirector';
import { makeHealth } from '../../../services/standalone/src/http/make-health';
import { serveHttp, type HttpServer } from '../../../services/standalone/src/http/serve-http';
import { openRedirector, type OpenRedirector } from '../redirector/open-redirector';
import { addLink, addWorkspace, SHARED_ZONE } from '../redirector/stored-links';
import { openConnection, type OpenConnection } from './open-connection';

const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: kurz.example\r\n\r\n`;

let open: OpenRedirector;
let http: HttpServer;
let fastPath: FastPath;
let port: number;

/** The embedded product's one port, with an API that answers every request with its path. */
beforeEach(async () => {
  open = await openRedirector({ hasFastPath: false });
  await addWorkspace(open.db);
  await addLink(open.db, 'abc');
  await open.linkCache.publishZone(SHARED_ZONE);
  port = await freePort();
  const outcome = await serveHttp(
    { health: makeHealth(() => undefined), clientError: answerClientError },
    { host: '127.0.0.1', port, server: redirectServerOptions },
  );
  if (outcome.kind !== 'listening') throw new Error(outcome.reason);
  http = outcome.http;
  http.open({
    api: (request, response) => void response.end(`api ${request.url}`),
    redirector: open.redirector.handle,
    addFastPath: (server: Server, isOurs: (target: string) => boolean) =>
      (fastPath = open.redirector.addFastPath(server, isOurs)),
  });
});
afterEach(async () => {
  await http.drain();
  await open.close();
});

async function answered(connection: OpenConnection, count: number): Promise<number[]> {
  for (const end = performance.now() + 60_000; connection.statuses().length < count; await sleep(10))
    if (performance.now() > end) throw new Error(`answered: ${connection.text()}`);
  return connection.statuses();
}

test('Short links are answered on the fast path, and what is the API’s goes to it, whatever the connection', async () => {
  const connection = await openConnection(port);
  connection.send(requestOf('/abc') + requestOf('/q/abc'));
  expect(await answered(connection, 2)).toEqual([302, 302]);
  expect(fastPath.connections()).toBe(1);
  connection.send(requestOf('/v1/urls?page=2'));
  expect(await answered(connection, 3)).toEqual([302, 302, 200]);
  expect(connection.text()).toContain('api /v1/urls?page=2');
  expect(fastPath.connections()).toBe(0);
  connection.send(requestOf('/abc'));
  expect(await answered(connection, 4)).toEqual([302, 302, 200, 302]);
  expect(await open.visits()).toHaveLength(3);
  connection.destroy();
});

test('Requests for both that come at once are answered in their order', async () => {
  const connection = await openConnection(port);
  connection.send(['/abc', '/v1/urls', '/abc', '/livez', '/docs', '/nobody'].map(requestOf).join(''));
  expect(await answered(connection, 6)).toEqual([302, 200, 302, 200, 200, 404]);
  expect(await open.visits()).toHaveLength(2);
  connection.destroy();
});

test('A drain waits for no idle connection of the fast path, and ends it', async () => {
  const connection = await openConnection(port);
  connection.send(requestOf('/abc'));
  await answered(connection, 1);
  expect(fastPath.connections()).toBe(1);
  await Promise.all([http.drain(), connection.closed]);
  expect(connection.isClosed()).toBe(true);
});
