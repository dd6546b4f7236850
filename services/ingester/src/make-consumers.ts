// Makes the three consumers and starts them on a partition.

import { sumFolded } from './aggregate/sum-folded';
import { sumHits } from './aggregate/sum-hits';
import type { VisitSum } from './aggregate/sum-lines';
import { reformBatch, takeBatch, type TakeNext } from './aggregate/take-batch';
import { makeClassifier } from './classify';
import type { Gathering } from './consumer/gathering';
import { makeInHand } from './consumer/in-hand';
import { runConsumer, type RunningConsumer } from './consumer/run-consumer';
import type { ErasedLinks } from './erase/erased-links';
import type { IngesterDeps, IngesterSettings } from './ingester';
import type { IngesterMetrics } from './metrics/ingester-metrics';
import type { PlanStore } from './plan/plan-store';
import { makeAdmittedReferrers } from './sinks/clickhouse/admitted-referrers';
import { makeConsolidate } from './sinks/clickhouse/consolidate';
import { makeReplayableCap } from './sinks/clickhouse/replayable-cap';
import { makeWritePlan } from './sinks/clickhouse/write-plan';
import { makeDeadLetters } from './sinks/dead-letters';
import { makeHits } from './sinks/postgres/hits';
import type { Progress } from './sinks/postgres/progress';
import { makeLive, type Live } from './sinks/redis/live';
import type { SourcePartition } from './source/click-source';
import type { ConsumerName } from './source/consumer-name';
import { makeSemaphore } from '@kurz/resilience';

/** As many visits as a plan may have, whatever the settings say. */
const MOST_VISITS = 10_000;

type Deps = Omit<IngesterDeps, 'metrics'> & {
  plans: PlanStore;
  metrics: IngesterMetrics;
  gathering: Gathering;
  erased: ErasedLinks;
  progress: Progress;
  signal: AbortSignal;
  abandon: AbortSignal;
};

export function makeConsumers(
  deps: Deps,
  settings: IngesterSettings,
): {
  live: Live;
  begin: (found: SourcePartition) => Record<ConsumerName, RunningConsumer>;
} {
  const maxVisits = Math.max(1, Math.min(settings.maxVisits, MOST_VISITS));
  const classify = makeClassifier({ countryOf: deps.countryOf });
  const referrers = makeAdmittedReferrers(deps.clickHouse);
  const referrerCap = makeReplayableCap({ ...deps, referrers });
  const writePlan = makeWritePlan({ ...deps, referrers, referrerCap, turns: makeSemaphore() });
  const deadLetters = makeDeadLetters({ log: deps.log }, settings.stateDirectory);
  const takeBy =
    <Result>(begin: () => VisitSum<Result>): TakeNext<Result> =>
    (partition, from) =>
      takeBatch(deps.source, { partition, from, maxVisits }, begin);
  const beginFold = () => sumFolded(classify);
  const takeFolded = takeBy(beginFold);
  const consolidate = makeConsolidate({
    ...deps,
    takeNext: takeFolded,
    takeAgain: (partition, range) => reformBatch(deps.source, { partition, ...range }, beginFold),
    writePlan,
    referrerCap,
    deadLetters,
  });
  const hits = makeHits({ ...deps, takeNext: takeBy(sumHits), turns: makeSemaphore() });
  const live = makeLive({ ...deps, takeNext: takeFolded });
  const inHand = makeInHand();
  return {
    live,
    begin: (found) => ({
      consolidate: runConsumer({ ...deps, consumer: consolidate, inHand: inHand.consolidate }, found),
      hits: runConsumer({ ...deps, consumer: hits, inHand: inHand.hits }, found),
      live: runConsumer({ ...deps, consumer: live, inHand: inHand.live }, found),
    }),
  };
}
