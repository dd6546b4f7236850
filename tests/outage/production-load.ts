// Load on production from visitors whose answered visits are the oracle: starts and stops it around what a test does,
// and waits until every store holds exactly what was answered.

import { performance } from 'node:perf_hooks';
import { until } from '../flow/until';
import type { Difference, StoreName } from './counted';
import type { Random } from './seeded-random';
import type { Production } from './start-production';
import { makeVisitLedger, type VisitLedger } from './visit-ledger';
import { makeVisitPlan } from './visit-plan';
import { startVisitors } from './visitors';

/** All stores, and how long after the load they were exact. */
export type Settled = Record<StoreName, Difference> & { seconds: number };

export const EXACT = {
  daily: { lost: 0, doubled: 0 },
  hits: { lost: 0, doubled: 0 },
  live: { lost: 0, doubled: 0 },
};

export type LoadSettings = {
  connections: number;
  /** Whether redirectors are killed, so that requests may be refused or cut off. */
  mayDie: boolean;
};

export type ProductionLoad = {
  slugs: string[];
  ledger: VisitLedger;
  answered: () => number;
  /** Visits that the store holds. */
  counted: (store: StoreName) => Promise<number>;
  /** Visits that were answered and that the store does not hold yet. */
  behind: (store: StoreName) => Promise<number>;
  /** Resolves when so many more have been answered. */
  passed: (visits: number) => Promise<void>;
  /** Runs `trouble` under load, with visits answered before, within and after it. The slowest answer, ms. */
  through: (trouble: () => Promise<void>) => Promise<{ slowestMs: number; during: number }>;
  /** Answered minus counted in each store, as soon as it is nothing anywhere, or when the time is over. */
  settled: () => Promise<Settled>;
};

const STORES: StoreName[] = ['daily', 'hits', 'live'];
/** Visits before and after each trouble. */
const AROUND = 150;
const PASS_MS = 60_000;
const SETTLE_MS = 120_000;
const REST_MS = 15;

/** Makes the links; visits begin with `through`. */
export async function makeProductionLoad(
  production: Pick<Production, 'clients' | 'counted' | 'port'>,
  random: Random,
  { connections, mayDie }: LoadSettings,
): Promise<ProductionLoad> {
  const ledger = makeVisitLedger();
  const plan = makeVisitPlan(random, { told: 24, plain: 4 });
  await production.clients[0].makeLinks(plan.slugs);
  const { counted, port } = production;
  const answered = () => ledger.totals().answered;
  const requestsIn = async (store: StoreName) => {
    const requests = await counted.requests(store, plan.slugs);
    return [...requests.values()].reduce((sum, n) => sum + n, 0);
  };
  const passed = async (visits: number) => {
    const goal = answered() + visits;
    await until(`${visits} more visits are answered`, () => answered() >= goal, PASS_MS);
  };

  const settled = async (): Promise<Settled> => {
    const from = performance.now();
    const differences: Settled = { ...EXACT, seconds: 0 };
    const isExact = async () => {
      // a store that was killed may still be on its way back
      for (const store of STORES) {
        differences[store] = await counted
          .difference(store, ledger, plan.slugs)
          .catch(() => ({ lost: Number.NaN, doubled: Number.NaN }));
      }
      return STORES.every((store) => differences[store].lost === 0 && differences[store].doubled === 0);
    };
    await until('every store is exact', isExact, SETTLE_MS).catch(() => undefined);
    return { ...differences, seconds: Math.round((performance.now() - from) / 100) / 10 };
  };

  return {
    slugs: plan.slugs,
    ledger,
    answered,
    counted: requestsIn,
    behind: async (store) => {
      const requests = await requestsIn(store);
      return answered() - requests;
    },
    passed,
    through: async (trouble) => {
      let slowestMs = 0;
      const took = (ms: number) => (slowestMs = Math.max(slowestMs, ms));
      const visitors = startVisitors(
        { ledger, next: plan.next, took },
        { port, connections, mayBeStarting: mayDie, mustAnswer: !mayDie, restMs: REST_MS },
      );
      try {
        await passed(AROUND);
        const before = answered();
        await trouble();
        const during = answered() - before;
        await passed(AROUND);
        return { slowestMs, during };
      } finally {
        await visitors.stop();
      }
    },
    settled,
  };
}
