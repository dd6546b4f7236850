// Stands between the redirector and the real database. Counts reads of links and the zones read, and can hold back the
// result of a read, as a slow network would: Postgres has already answered with what was true at that time.

import type { KyselyPlugin } from 'kysely';

export type WatchedReads = {
  plugin: KyselyPlugin;
  linkReads: () => number;
  /** Rows of zones that Postgres has sent. */
  zoneRows: () => number;
  /** Queries for changed links that Postgres has answered. */
  comparisons: () => number;
  /** Each later read or comparison of links waits for `until` after PostgreSQL's answer; undefined: none waits. */
  holdBack: (until: (() => Promise<void>) | undefined) => void;
};

export function makeWatchedReads(): WatchedReads {
  let reads = 0;
  let zoneRows = 0;
  let comparisons = 0;
  let held: (() => Promise<void>) | undefined;
  const ofLinks = new WeakSet<object>();
  const ofZones = new WeakSet<object>();
  const ofComparisons = new WeakSet<object>();
  return {
    plugin: {
      transformQuery: ({ node, queryId }) => {
        if (JSON.stringify(node).includes('FROM links ')) {
          reads++;
          ofLinks.add(queryId);
        }
        if (JSON.stringify(node).includes('find_changed_links')) ofComparisons.add(queryId);
        if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes('"zones"'))
          ofZones.add(queryId);
        return node;
      },
      transformResult: async ({ result, queryId }) => {
        if (ofZones.has(queryId)) zoneRows += result.rows.length;
        if (ofComparisons.has(queryId)) comparisons++;
        if (held && (ofLinks.has(queryId) || ofComparisons.has(queryId))) await held();
        return result;
      },
    },
    linkReads: () => reads,
    zoneRows: () => zoneRows,
    comparisons: () => comparisons,
    holdBack: (until) => (held = until),
  };
}
