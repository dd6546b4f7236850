// The shortest query of ClickHouse, sent beside a long one to find out whether it answers at all.

import { queryUntil, type ClickHouse } from '@kurz/click-tables';

/** True, or throws. */
export async function isClickHouseThere(
  clickHouse: ClickHouse,
  { signal }: { signal: AbortSignal },
): Promise<true> {
  const question = {
    query: `SELECT 1 FROM ${clickHouse.database}.clicks_daily WHERE workspace_id = '' LIMIT 1`,
    format: 'JSONCompactEachRow',
  } as const;
  await queryUntil(clickHouse, signal, question, (answer) => answer.text());
  return true;
}
