// The dry run of an import: evaluates each page and writes nothing.

import type { Db } from '@kurz/database';
import type { ImportedLink, LinkSource } from './import-source';
import { evaluatePage, type DryRunState, type ImportTarget, type EvaluatedItem } from './evaluate-page';
import { countsWith, type ImportCounts, type ImportedPage } from './run-import';

/** Evaluates a page and writes nothing. The outcomes hold even if the transaction, which changed nothing, fails. */
async function dryRunPage(
  db: Db,
  target: ImportTarget,
  links: readonly ImportedLink[],
  how: { now: number; dryRunState: DryRunState },
): Promise<readonly EvaluatedItem[]> {
  let items: readonly EvaluatedItem[] | undefined;
  try {
    await db.transaction().execute(async (transaction) => {
      ({ items } = await evaluatePage(transaction, target, links, how));
    });
  } catch (error) {
    if (!items) throw error;
  }
  return items ?? [];
}

/** Runs a transaction that may be run again. */
export type Persist = <T>(transact: () => Promise<T>) => Promise<T>;
export const once: Persist = (transact) => transact();

/** Changes nothing. `report` gets the pages in order. `persist`: by default each transaction is run once. */
export async function dryRunImport(
  db: Db,
  source: LinkSource,
  target: ImportTarget,
  {
    now,
    report,
    persist = once,
  }: { now: number; report?: (page: ImportedPage) => Promise<void> | void; persist?: Persist },
): Promise<ImportCounts> {
  const dryRunState: DryRunState = { urls: new Map(), externalIds: new Set(), tags: new Map() };
  let counts: ImportCounts = {};
  for await (const { links, cursor } of source.pagesFrom(0)) {
    const items = await persist(() => dryRunPage(db, target, links, { now, dryRunState }));
    counts = countsWith(counts, items);
    await report?.({ links, items, cursor, counts });
  }
  return counts;
}
