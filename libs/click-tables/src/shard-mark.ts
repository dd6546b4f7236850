// A ClickHouse that is one of several shards stores its number, so that an address in the wrong place is noticed before
// a row is read or written there. The mark is a row of the table of migrations.

import type { ClickHouse } from './open-clickhouse';

const PREFIX = 'shard ';

/** The shard's number; undefined when there is no mark. Throws when ClickHouse does not answer. */
export async function readShardMark({ client, database }: ClickHouse): Promise<number | undefined> {
  const rows = await client.query({
    query: `SELECT name FROM ${database}.migrations FINAL WHERE startsWith(name, '${PREFIX}')`,
    format: 'JSONEachRow',
  });
  const [row] = await rows.json<{ name: string }>();
  return row && Number(row.name.slice(PREFIX.length));
}

/** @throws when the mark has another number. */
export async function markShard(clickHouse: ClickHouse, shard: number): Promise<void> {
  const mark = await readShardMark(clickHouse);
  if (mark === shard) return;
  if (mark !== undefined)
    throw new Error(`the ClickHouse in place ${shard + 1} of KURZ_CLICKHOUSE_URLS has place ${mark + 1}`);
  const table = `${clickHouse.database}.migrations`;
  await clickHouse.client.insert({ table, values: [{ name: `${PREFIX}${shard}` }], format: 'JSONEachRow' });
}

/** @throws when the mark has another number, or is missing. */
export async function assertShardMark(clickHouse: ClickHouse, shard: number): Promise<void> {
  const mark = await readShardMark(clickHouse);
  if (mark === shard) return;
  const has = mark === undefined ? 'was never prepared by `kurz migrate`' : `has place ${mark + 1}`;
  throw new Error(`the ClickHouse in place ${shard + 1} of KURZ_CLICKHOUSE_URLS ${has}`);
}
