// How far the click stream has been carried into ClickHouse, from rows of stream_progress.

export type StreamProgress = {
  /** The rows of plans before these positions may be read; other partitions not at all. */
  partitions: { partition: number; position: number }[];
  /** Every visit before it is in ClickHouse, ms; undefined while no partition has been consolidated. */
  consolidatedUntil: number | undefined;
};

/** A row of stream_progress; all null where an outer join found none. */
export type ProgressRow = {
  partition: number | null;
  position: number | null;
  consolidated_until: Date | null;
};

/** As far as the slowest partition. */
export function progressOf(rows: readonly ProgressRow[]): StreamProgress {
  const partitions: StreamProgress['partitions'] = [];
  const moments: number[] = [];
  for (const { partition, position, consolidated_until } of rows) {
    if (partition === null || position === null || consolidated_until === null) continue;
    partitions.push({ partition, position });
    moments.push(consolidated_until.getTime());
  }
  return { partitions, consolidatedUntil: moments.length > 0 ? Math.min(...moments) : undefined };
}
