// Reads from ClickHouse how many human visits a workspace's links had on some days, scans included.

import { queryUntil, type ClickHouse } from '@kurz/click-tables';
import { dayOf } from '@kurz/process';
import { compactionParametersOf, isCounted, type FinishedBatches } from '../analytics/finished-batches';

/** The settings are in the statement: the embedded engine would keep a request's settings for its whole session. */
const SETTINGS = `SETTINGS max_execution_time = 2, do_not_merge_across_partitions_select_final = 1,
  output_format_json_quote_64bit_integers = 0`;

export type VisitsScope = FinishedBatches & {
  workspaceId: string;
  /** From midnight UTC of the first day to midnight UTC of the second, which is not counted. */
  start: Date;
  end: Date;
};

export async function countHumanVisits(
  clickHouse: ClickHouse,
  { workspaceId, start, end, ...batches }: VisitsScope,
  signal: AbortSignal,
): Promise<number> {
  const question = {
    query: `SELECT sum(requests) - sum(bots) AS humans FROM ${clickHouse.database}.clicks_daily FINAL
      WHERE workspace_id = {workspace:String} AND day >= {start:Date} AND day < {end:Date} AND ${isCounted(batches)} ${SETTINGS}`,
    query_params: {
      workspace: workspaceId,
      start: dayOf(start.getTime()),
      end: dayOf(end.getTime()),
      ...compactionParametersOf(batches),
    },
    format: 'JSONEachRow',
  } as const;
  const [row] = await queryUntil(clickHouse, signal, question, (answer) => answer.json<{ humans: number }>());
  if (row === undefined) throw new Error('a sum without a row');
  return row.humans;
}
