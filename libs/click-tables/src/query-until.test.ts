import { getEventListeners, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openClickHouse } from './open-clickhouse';
import { queryUntil } from './query-until';

const AN_HOUR_MS = 3_600_000;

describe('An answer', () => {
  let isWhole = false;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (isWhole) response.end('{"n":1}\n');
      else response.write('{"n":1}\n{"n');
    });
  });
  let url: string;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('that stalls in its middle keeps no connection, nor its reader, once nobody waits for it', async () => {
    const clickHouse = openClickHouse({
      kind: 'server',
      url,
      database: 'clicks',
      requestTimeoutMs: AN_HOUR_MS,
    });
    const [waiting, connected] = [new AbortController(), once(server, 'connection')];
    const question = { query: 'SELECT n', format: 'JSONEachRow' } as const;
    const answered = queryUntil(clickHouse, waiting.signal, question, (answer) => {
      const read = answer.json();
      waiting.abort();
      return read;
    });
    const [connection] = (await connected) as [NodeJS.EventEmitter];
    const closed = once(connection, 'close');
    await expect(answered).rejects.toThrow('closed');
    await closed;
    await clickHouse.close();
  });

  test('that was read leaves nothing at the signal', async () => {
    isWhole = true;
    const clickHouse = openClickHouse({ kind: 'server', url, database: 'clicks' });
    const { signal } = new AbortController();
    const question = { query: 'SELECT n', format: 'JSONEachRow' } as const;
    const rows = await queryUntil(clickHouse, signal, question, (answer) => answer.json());
    expect([rows, getEventListeners(signal, 'abort')]).toEqual([[{ n: 1 }], []]);
    await clickHouse.close();
  });
});
