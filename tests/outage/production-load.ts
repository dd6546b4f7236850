// Load on production from visitors whose answered visits are the oracle: starts and stops it around what a test does,
// and waits until every store holds exactly what was answered. Each case of a test file settles what is its own.

import { performance } from 'node:perf_hooks';
import { until } from '../until';
import { makeCaseDifferences, type StoreDifferences } from './case-differences';
import type { StoreName } from './counted';
import { watchOwnDelay } from './links/own-delay';
import type { Random } from './seeded-random';
import type { Production } from './start-production';
import { makeVisitLedger, type VisitLedger } from './visit-ledger';
import { makeVisitPlan } from './visit-plan';
import { startVisitors } from './visitors';

/** What is wrong since the case before settled. */
export type Found = StoreDifferences & {
  /** Services that ended unexpectedly. */
  surprises: string[];
  /** Chunks that an ingester has seen twice, or has missed one before. */
  disorder: string[];
  /** Answers that must not be. */
  failed: string[];
};

export const EXACT: Found = {
  surprises: [],
  disorder: [],
  failed: [],
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
  /** Runs `trouble` under load, with visits answered before, within and after it. The slowest answer, without what kept this process itself, ms. */
  through: (trouble: () => Promise<void>) => Promise<{ slowestMs: number; during: number }>;
  /** Ends a case: what is wrong as soon as every store is exact, or when it will not be any more, and after how long. */
  settled: () => Promise<Found & { seconds: number }>;
  /** Links of which no case has found a wrong sum. */
  exactSlugs: () => string[];
};

/** Visits before and after each trouble. */
const AROUND = 150;
const PASS_MS = 60_000;
const SETTLE_MS = 120_000;
/** What is doubled for so long while nothing is lost stays doubled. */
const DOUBLED_MS = 10_000;
const REST_MS = 15;

/** What an ingester logs of a chunk that comes again, and of one that is missing. */
const DISORDER = /^.*"event":"stream_(?:gap|repeat)".*$/gm;

/** Of lists that only grow: what has come to each since the last call. */
function makeFresh<Name extends string>(lists: Record<Name, () => string[]>) {
  const seen = new Map<string, number>();
  return () => {
    const fresh = {} as Record<Name, string[]>;
    for (const [name, list] of Object.entries<() => string[]>(lists)) {
      const all = list();
      fresh[name as Name] = all.slice(seen.get(name) ?? 0);
      seen.set(name, all.length);
    }
    return fresh;
  };
}

/** Makes the links; visits begin with `through`. */
export async function makeProductionLoad(
  production: Pick<Production, 'clients' | 'counted' | 'port' | 'ingesters' | 'surprises'>,
  random: Random,
  { connections, mayDie }: LoadSettings,
): Promise<ProductionLoad> {
  const ledger = makeVisitLedger();
  const plan = makeVisitPlan(random, { tagged: 24, plain: 4 });
  await production.clients[0].makeLinks(plan.slugs);
  const { counted, port } = production;
  const differences = makeCaseDifferences({ counted, ledger, slugs: plan.slugs });
  const fresh = makeFresh({
    surprises: production.surprises,
    disorder: () => production.ingesters.flatMap((each) => each.log().match(DISORDER) ?? []),
    failed: ledger.wrongs,
  });
  const answered = () => ledger.totals().answered;
  const requestsIn = async (store: StoreName) => {
    const requests = await counted.requests(store, plan.slugs);
    return [...requests.values()].reduce((sum, n) => sum + n, 0);
  };
  const passed = async (visits: number) => {
    const goal = answered() + visits;
    await until(() => answered() >= goal, { what: `${visits} more visits are answered`, ms: PASS_MS });
  };

  const settled = async () => {
    const from = performance.now();
    let found = await differences.now();
    let doubledSince: number | undefined;
    const isOver = async () => {
      found = await differences.now();
      const all = Object.values(found);
      const isWhole = all.every(({ lost }) => lost === 0);
      const isDoubled = isWhole && all.some(({ doubled }) => doubled !== 0);
      doubledSince = isDoubled ? (doubledSince ?? performance.now()) : undefined;
      if (isDoubled) return performance.now() - (doubledSince ?? 0) > DOUBLED_MS;
      return isWhole;
    };
    await until(isOver, { what: 'every store is exact', ms: SETTLE_MS }).catch(() => undefined);
    await differences.report();
    const wrong = fresh();
    // a failed assertion shows sums first, and what caused them may not fit into it
    for (const [what, texts] of Object.entries(wrong))
      if (texts.length > 0) console.log(`${what}: ${texts.join('\n')}`);
    return { ...wrong, ...found, seconds: Math.round((performance.now() - from) / 100) / 10 };
  };

  return {
    slugs: plan.slugs,
    ledger,
    answered,
    counted: requestsIn,
    behind: async (store) => {
      const { lost, doubled } = differences.reported(store);
      return answered() - lost + doubled - (await requestsIn(store));
    },
    passed,
    through: async (trouble) => {
      let longestMs = 0;
      const took = (ms: number) => (longestMs = Math.max(longestMs, ms));
      const ownDelay = watchOwnDelay();
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
        return { slowestMs: Math.max(0, longestMs - ownDelay.longest()), during };
      } finally {
        ownDelay.close();
        await visitors.stop();
      }
    },
    settled,
    exactSlugs: differences.exactSlugs,
  };
}
