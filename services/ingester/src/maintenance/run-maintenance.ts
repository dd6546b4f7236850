// Runs the tasks beside counting, each at its own interval: erasures, compaction, masked rows, moves of workspaces, and
// the care of the source's partitions.

import type { Log } from '@kurz/process';
import { allEnded } from '@kurz/resilience';
import { COMPACTION_EVERY_MS, makeCompactionTask } from '../compact/compaction-task';
import type { CompactionDeps } from '../compact/compaction';
import { makeCompactor } from '../compact/make-compactor';
import { PURGE_EVERY_MS, purgeMaskedRows } from '../erase/purge-masked-rows';
import type { MaintenanceTask, IngesterMetrics } from '../metrics/ingester-metrics';
import type { MoveStep } from '../move/make-mover';
import { repeat } from './repeat';

const EVERY_MS = 1_000;

type Deps = CompactionDeps & {
  log: Log;
  metrics: IngesterMetrics;
  signal: AbortSignal;
};

type Tasks = {
  /** Takes one step of a workspace's move; only with several shards. */
  moveWorkspaces?: () => Promise<MoveStep>;
  /** Removes the counts of deleted links. */
  erase: () => Promise<void>;
  /** `partitions` in the embedded product, `stream` on Kafka. */
  source: { name: 'partitions' | 'stream'; tick: () => Promise<void> };
};

export type Maintenance = {
  /** Runs the erasures now. */
  triggerErasures: () => void;
  /** Resolves when the last round of each task has ended. */
  ended: Promise<unknown>;
};

type Moving = {
  step: () => Promise<MoveStep>;
  /** Called after each step: thousands of workspaces take hours. */
  onStep: () => void;
  signal: AbortSignal;
};

/** Takes steps until no move can continue now. */
async function moveAll({ step, onStep, signal }: Moving): Promise<void> {
  while (!signal.aborted && (await step()) !== 'nothing') onStep();
}

/** Runs until `signal` is aborted. */
export function runMaintenance(deps: Deps, { erase, moveWorkspaces, source }: Tasks): Maintenance {
  const { clickHouses, log, metrics, signal } = deps;
  const done = metrics.maintenance([
    'erasures',
    source.name,
    'compaction',
    'masked_rows',
    ...(moveWorkspaces ? (['shard_moves'] as const) : []),
  ]);
  const compaction = makeCompactionTask({ compact: makeCompactor(deps), now: () => performance.now() });
  metrics.uncompacted(compaction.waitingMs);

  const every = (name: MaintenanceTask, everyMs: number, run: () => Promise<void>) =>
    repeat({ log, signal, done }, { name, everyMs, run });
  const moves = (step: () => Promise<MoveStep>) => () =>
    moveAll({ step, onStep: () => done('shard_moves'), signal });
  const erasures = every('erasures', EVERY_MS, erase);
  const others = [
    every(source.name, EVERY_MS, source.tick),
    every('compaction', COMPACTION_EVERY_MS, compaction.run),
    ...(moveWorkspaces ? [every('shard_moves', EVERY_MS, moves(moveWorkspaces))] : []),
    // a shard that is away does not hold the others up
    every('masked_rows', PURGE_EVERY_MS, async () => {
      const onPurged = () => done('masked_rows');
      await allEnded(clickHouses.map((shard) => purgeMaskedRows(shard, { onPurged })));
    }),
  ];
  return {
    triggerErasures: erasures.trigger,
    ended: Promise.all([erasures, ...others].map(({ ended }) => ended)),
  };
}
