import { singleShard } from './click-shards';
import { openClickHouse } from './open-clickhouse';

test('A shard without an address is named by its place from 1 on, as the admin command does', async () => {
  // nothing listens there, and nothing is sent
  const first = openClickHouse({ kind: 'server', url: 'http://127.0.0.1:9', database: 'kurz' });
  expect(() => singleShard(first).at(1)).toThrow('KURZ_CLICKHOUSE_URLS has no address for shard 2');
  await first.close();
});
