import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openClickHouse, type ClickHouse } from './open-clickhouse';

type Use = (clickHouse: ClickHouse) => Promise<void>;

/** `path`: the path of the client's address. */
async function withServer(
  answer: (asked: URLSearchParams, response: ServerResponse) => void,
  path: string,
  use: Use,
) {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    request.resume().on('end', () => answer(searchParams, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clickHouse = openClickHouse({
    kind: 'server',
    url: `http://127.0.0.1:${port}${path}`,
    database: 'clicks',
  });
  try {
    await use(clickHouse);
  } finally {
    await clickHouse.close();
    server.closeAllConnections();
    server.close();
  }
}

test('What a server is asked does not depend on a database that its address names', async () => {
  const asked: string[] = [];
  const answer = (parameters: URLSearchParams, response: ServerResponse) => {
    asked.push(parameters.get('database') ?? '');
    response.end();
  };
  await withServer(answer, '/clicks', async ({ client }) => {
    await client.command({ query: 'CREATE DATABASE IF NOT EXISTS clicks' });
  });
  expect(asked).not.toContain('clicks');
  expect(asked).toHaveLength(1);
});

test('An answer that a server of before 25.11 breaks off is an error, and never rows with one more', async () => {
  const text = 'Code: 241. DB::Exception: Memory limit (total) exceeded. (MEMORY_LIMIT_EXCEEDED)';
  const answer = (parameters: URLSearchParams, response: ServerResponse) => {
    const isText = parameters.get('http_write_exception_in_output_format') === '0';
    response.end(`{"n":1}\n${isText ? text : JSON.stringify({ exception: text })}\n`);
  };
  await withServer(answer, '', async ({ client }) => {
    const half = await client.query({ query: 'SELECT n FROM clicks', format: 'JSONEachRow' });
    await expect(half.json()).rejects.toThrow('Code: 241');
  });
});
