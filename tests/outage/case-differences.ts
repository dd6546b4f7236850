// Compares what the stores hold with what was answered, for each case of a test file: a lost or doubled visit fails its
// own case and none after it.

import type { Counted, Difference, StoreName } from './counted';
import type { VisitLedger } from './visit-ledger';

const STORES: StoreName[] = ['daily', 'hits', 'live'];

export type StoreDifferences = Record<StoreName, Difference>;

export type CaseDifferences = {
  /** Current differences, without those that earlier cases have reported. NaN for a store that does not answer. */
  now: () => Promise<StoreDifferences>;
  /** Ends the case: the current differences count as reported. */
  report: () => Promise<void>;
  /** The differences of a store that earlier cases have reported, summed over the links. */
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

  /** A visit that was reported as lost may still arrive, because it may only be late. A doubled one stays doubled. */
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
    // a store that was killed may still be starting
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
