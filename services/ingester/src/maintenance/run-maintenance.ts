// Runs what is done beside counting, each task in its own rhythm: erasures, compaction, masked rows, and the care of the
// source's partitions.

import type { ClickHouse } from '@kurz/click-tables';
import type { Log } from '@kurz/process';
import { COMPACTION_EVERY_MS, makeCompactionTask } from '../compact/compaction-task';
import type { CompactionDeps } from '../compact/compaction';
import { makeCompactor } from '../compact/make-compactor';
import { PURGE_EVERY_MS, purgeMaskedRows } from '../erase/purge-masked-rows';
import type { MaintenanceTask, IngesterMetrics } from '../metrics/ingester-metrics';
import { repeat } from './repeat';

const EVERY_MS = 1_000;

type Deps = CompactionDeps & {
  clickHouse: ClickHouse;
  log: Log;
  metrics: IngesterMetrics;
  signal: AbortSignal;
};

type Tasks = {
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

/** Until `signal` is aborted. */
export function runMaintenance(deps: Deps, { erase, source }: Tasks): Maintenance {
  const { clickHouse, log, metrics, signal } = deps;
  const done = metrics.maintenance(['erasures', source.name, 'compaction', 'masked_rows']);
  const compaction = makeCompactionTask({ compact: makeCompactor(deps), now: () => performance.now() });
  metrics.uncompacted(compaction.waitingMs);

  const every = (name: MaintenanceTask, everyMs: number, run: () => Promise<void>) =>
    repeat({ log, signal, done }, { name, everyMs, run });
  const erasures = every('erasures', EVERY_MS, erase);
  const others = [
    every(source.name, EVERY_MS, source.tick),
    every('compaction', COMPACTION_EVERY_MS, compaction.run),
    every('masked_rows', PURGE_EVERY_MS, () => purgeMaskedRows(clickHouse)),
  ];
  return {
    triggerErasures: erasures.trigger,
    ended: Promise.all([erasures, ...others].map(({ ended }) => ended)),
  };
}
