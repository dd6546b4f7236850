// Makes the three consumers and starts them on a partition.

import { makeClassifier } from './classify';
import type { ConsumerName } from './consume/consumer';
import type { Gathering } from './consume/gathering';
import type { IngesterMetrics } from './consume/ingester-metrics';
import { makeInHand } from './consume/in-hand';
import { runConsumer, type RunningConsumer } from './consume/run-consumer';
import { makeTurns } from './consume/turns';
import type { ErasedLinks } from './erase/erased-links';
import { sumFolded } from './fold/sum-folded';
import { makeHits } from './hits/hits';
import { sumHits } from './hits/sum-hits';
import type { IngesterDeps, IngesterSettings } from './ingester';
import { makeLive, type Live } from './live/live';
import type { PlanStore } from './plan/plan-store';
import type { Progress } from './progress/progress';
import type { SourcePartition } from './read/click-source';
import type { VisitSum } from './read/sum-lines';
import { reformBatch, takeBatch, type TakeNext } from './read/take-batch';
import { makeAdmittedReferrers } from './write/admitted-referrers';
import { makeConsolidate } from './write/consolidate';
import { makeDeadLetters } from './write/dead-letters';
import { makeDecideReferrers } from './write/decide-referrers';
import { makeWritePlan } from './write/write-plan';

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
  const decideReferrers = makeDecideReferrers({ ...deps, referrers });
  const writePlan = makeWritePlan({ ...deps, referrers, decideReferrers, turns: makeTurns() });
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
    decideReferrers,
    deadLetters,
  });
  const hits = makeHits({ ...deps, takeNext: takeBy(sumHits), turns: makeTurns() });
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
