// Load on production from visitors whose answered visits are the oracle. Runs visitors while a test causes trouble, and
// waits until every store holds exactly what was answered. Each case of a test file settles its own differences.

import { performance } from 'node:perf_hooks';
import { until } from '../until';
import { makeCaseDifferences, type StoreDifferences } from './case-differences';
import type { StoreName } from './counted';
import { watchOwnDelay } from './links/own-delay';
import type { Random } from './seeded-random';
import { REDIRECTOR_WORKERS, type Production } from './start-production';
import { makeVisitLedger, type VisitLedger } from './visit-ledger';
import { makeVisitPlan } from './visit-plan';
import { startVisitors } from './visitors';

/** Faults since the previous case settled. */
export type Found = StoreDifferences & {
  /** Services that ended unexpectedly. */
  surprises: string[];
  /** Log lines of ingesters about repeated chunks and about gaps before a chunk. */
  disorder: string[];
  /** Forbidden answers. */
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
  /** Resolves when so many more visits have been answered. */
  passed: (visits: number) => Promise<void>;
  /** Runs `trouble` under load. `slowestMs`: slowest answer less this process's delay; `during`: answers meanwhile. */
  through: (trouble: () => Promise<void>) => Promise<{ slowestMs: number; during: number }>;
  /** Ends a case. Resolves with its faults when every store is exact or cannot become exact, and after how long. */
  settled: () => Promise<Found & { seconds: number }>;
  /** Links for which no case has found a wrong sum. */
  exactSlugs: () => string[];
};

/** Visits before and after each trouble. */
const AROUND = 150;
const PASS_MS = 60_000;
const SETTLE_MS = 120_000;
/** Visits that are doubled for so long, while none is lost, will stay doubled. */
const DOUBLED_MS = 10_000;
/** Some 200 visits a second from eight connections: sums need visits at each moment, not as many as possible. */
const REST_MS = 40;

/** An ingester's log lines about a repeated chunk and about a missing one. */
const DISORDER = /^.*"event":"stream_(?:gap|repeat)".*$/gm;

/**
 * Requests of one connection that a killed redirector cuts off at most: one by the death of each worker, one in the
 * queue of the port, which the last worker closes, and one when the next redirector tries the port.
 */
const CUTS_BY_REDIRECTOR = REDIRECTOR_WORKERS + 2;

/** Requests that these kills cut off at most. A single worker's death leaves the queue of the port to the others. */
export const maxCutOff = (killed: { worker: number; redirector: number }, connections: number) =>
  (killed.worker + CUTS_BY_REDIRECTOR * killed.redirector) * connections;

/** Returns what was added to each list since the last call. The lists only grow. */
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
    // printed, because a failed assertion shows the sums first and may cut off their causes
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
