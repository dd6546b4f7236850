import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openClickHouse } from './open-clickhouse';

test('What a server is asked does not depend on a database that its address names', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://localhost').searchParams.get('database') ?? '');
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/clicks`;
  const clickHouse = openClickHouse({ kind: 'server', url, database: 'clicks' });
  await clickHouse.client.command({ query: 'CREATE DATABASE IF NOT EXISTS clicks' });
  expect(asked).not.toContain('clicks');
  expect(asked).toHaveLength(1);
  await clickHouse.close();
  await new Promise((resolve) => server.close(resolve));
});
