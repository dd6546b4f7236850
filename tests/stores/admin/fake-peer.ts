// A server that answers like another shortener's described API, page by page, or with invalid answers.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export const TOKEN = 'token-of-the-tests';

export type Asked = { url: URL; headers: IncomingHttpHeaders; form: URLSearchParams };
export type PeerAnswer = { status?: number; headers?: Record<string, string>; body?: unknown } | 'cut';

/** A body that is a string is sent as it is, any other body as JSON. When `answer` gives undefined, 404 is sent. */
export async function startFakePeer(answer: (asked: Asked) => PeerAnswer | undefined) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const one = { url: new URL(request.url ?? '/', 'http://peer'), headers: request.headers, form };
      asked.push(one);
      const given = answer(one) ?? { status: 404, body: {} };
      if (given === 'cut') {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"links":');
        setImmediate(() => request.socket.destroy());
        return;
      }
      const { status = 200, headers = {}, body } = given;
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type FakePeer = Awaited<ReturnType<typeof startFakePeer>>;
