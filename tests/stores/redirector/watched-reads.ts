// Stands between the redirector and the real database: counts the reads of links, and can hold back what a read
// brought, as a slow network would: Postgres has already answered with what was true then.

import type { KyselyPlugin } from 'kysely';

export type WatchedReads = {
  plugin: KyselyPlugin;
  linkReads: () => number;
  /** From now on each read of a link waits for this after Postgres has answered; undefined: none does. */
  holdBack: (until: (() => Promise<void>) | undefined) => void;
};

export function makeWatchedReads(): WatchedReads {
  let reads = 0;
  let held: (() => Promise<void>) | undefined;
  const ofLinks = new WeakSet<object>();
  return {
    plugin: {
      transformQuery: ({ node, queryId }) => {
        if (JSON.stringify(node).includes('FROM links ')) {
          reads++;
          ofLinks.add(queryId);
        }
        return node;
      },
      transformResult: async ({ result, queryId }) => {
        if (held && ofLinks.has(queryId)) await held();
        return result;
      },
    },
    linkReads: () => reads,
    holdBack: (until) => (held = until),
  };
}
