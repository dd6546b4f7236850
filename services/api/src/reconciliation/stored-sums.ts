// The sums of some links in ClickHouse as of a position of the stream.

import type { ClickHouse } from '@kurz/click-tables';
import { compactionParametersOf, isCounted } from '../analytics/finished-batches';
import type { OpenCompaction, StreamProgress } from '../analytics/stream-progress';
import type { CountedLink } from './counted-links';

/** `today`: the sum of that day from the given partitions. */
export type StoredSum = { total: number; today: number };

/** The form of ids: no other text may become part of the statement. */
const ID = /^[A-Za-z0-9_-]+$/;

/** One thread: nobody waits for this. The embedded engine would keep settings of a request, so they are in the text. */
const SETTINGS = `SETTINGS max_execution_time = 20, max_threads = 1, do_not_merge_across_partitions_select_final = 1,
  output_format_json_quote_64bit_integers = 0`;

export type SumsToRead = Pick<StreamProgress, 'partitions'> & {
  /** The compaction that the shard has under way. */
  compaction: OpenCompaction | undefined;
  today: string;
  livePartitions: readonly number[];
};

type Row = StoredSum & { linkId: string };

export async function readStoredSums(
  { client, database }: ClickHouse,
  links: readonly CountedLink[],
  { partitions, compaction, today, livePartitions }: SumsToRead,
): Promise<ReadonlyMap<string, StoredSum>> {
  if (links.length === 0) return new Map();
  if (links.some(({ linkId, workspaceId }) => !ID.test(linkId) || !ID.test(workspaceId)))
    throw new Error('an id has characters that no id has');
  const finished = { progress: partitions, compaction };
  const asked = links.map(({ workspaceId, linkId }) => `('${workspaceId}', '${linkId}')`).join(', ');
  const rows = await client.query({
    query: `SELECT link_id AS linkId, sum(t.requests) AS total,
        sumIf(t.requests, day = {today:Date} AND has({live:Array(UInt32)}, stream_partition)) AS today
      FROM ${database}.clicks_daily AS t FINAL
      WHERE (workspace_id, link_id) IN (${asked}) AND ${isCounted(finished)} GROUP BY link_id ${SETTINGS}`,
    query_params: { today, live: [...livePartitions], ...compactionParametersOf(finished) },
    format: 'JSONEachRow',
  });
  return new Map((await rows.json<Row>()).map(({ linkId, ...sum }) => [linkId, sum]));
}
