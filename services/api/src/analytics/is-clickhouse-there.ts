// The shortest query of ClickHouse, sent beside a long one to find out whether it answers at all.

import type { ClickHouse } from '@kurz/click-tables';

/** True, or throws. */
export async function isClickHouseThere(
  { client, database }: ClickHouse,
  { signal }: { signal: AbortSignal },
): Promise<true> {
  const answer = await client.query({
    query: `SELECT 1 FROM ${database}.clicks_daily WHERE workspace_id = '' LIMIT 1`,
    format: 'JSONCompactEachRow',
    abort_signal: signal,
  });
  await answer.text();
  return true;
}
