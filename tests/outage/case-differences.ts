// Compares what the stores hold with what was answered, case by case of one test file: a loss or double fails its own case,
// and not those after it.

import type { Counted, Difference, StoreName } from './counted';
import type { VisitLedger } from './visit-ledger';

const STORES: StoreName[] = ['daily', 'hits', 'live'];

export type StoreDifferences = Record<StoreName, Difference>;

export type CaseDifferences = {
  /** Answered minus counted by now, without what earlier cases have reported; NaN of a store that does not answer. */
  now: () => Promise<StoreDifferences>;
  /** Ends the case: what differs now is reported. */
  report: () => Promise<void>;
  /** What earlier cases have reported of a store, summed over the links. */
  reported: (store: StoreName) => Difference;
  /** Links without reported differences. */
  exactSlugs: () => string[];
};

type Deps = {
  counted: Pick<Counted, 'requests'>;
  ledger: Pick<VisitLedger, 'answeredOf' | 'unknownOf'>;
  slugs: readonly string[];
};

const NONE: Difference = { lost: 0, doubled: 0 };
const sumOf = (differences: Iterable<Difference>): Difference => {
  const sum = { ...NONE };
  for (const { lost, doubled } of differences) {
    sum.lost += lost;
    sum.doubled += doubled;
  }
  return sum;
};

export function makeCaseDifferences({ counted, ledger, slugs }: Deps): CaseDifferences {
  const reported: Record<StoreName, Map<string, Difference>> = {
    daily: new Map(),
    hits: new Map(),
    live: new Map(),
  };

  /** What was lost may only be late: it is allowed to come. What was doubled stays. */
  const ofLinks = async (store: StoreName): Promise<Map<string, Difference>> => {
    const differences = new Map<string, Difference>();
    for (const [slug, requests] of await counted.requests(store, slugs)) {
      const before = reported[store].get(slug) ?? NONE;
      const answered = ledger.answeredOf(slug) + before.doubled;
      const lost = Math.max(0, answered - before.lost - requests);
      const doubled = Math.max(0, requests - answered - ledger.unknownOf(slug));
      if (lost > 0 || doubled > 0) differences.set(slug, { lost, doubled });
    }
    return differences;
  };

  const of = async (store: StoreName): Promise<Difference> =>
    // a store that was killed may still be on its way back
    ofLinks(store).then(
      (differences) => sumOf(differences.values()),
      () => ({ lost: Number.NaN, doubled: Number.NaN }),
    );

  return {
    now: async () => ({ daily: await of('daily'), hits: await of('hits'), live: await of('live') }),
    report: async () => {
      for (const store of STORES) {
        const differences = await ofLinks(store).catch(() => new Map<string, Difference>());
        for (const [slug, difference] of differences)
          reported[store].set(slug, sumOf([reported[store].get(slug) ?? NONE, difference]));
      }
    },
    reported: (store) => sumOf(reported[store].values()),
    exactSlugs: () => slugs.filter((slug) => STORES.every((store) => !reported[store].has(slug))),
  };
}
