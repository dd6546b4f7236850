// The metrics of all workers as one: the primary answers scrapes for them. Totals do not fall when a worker ends: its
// last known counts stay.

import type { Worker } from 'node:cluster';
import { sumSnapshots, textOfSnapshots, totalsOf, type MetricsSnapshot } from '@kurz/process';
import { queryWorker } from './query-worker';

export type WorkerMetrics = {
  text: () => Promise<string>;
  /** A worker has ended. */
  retire: (worker: Worker) => void;
};

export function makeWorkerMetrics(workers: () => Worker[]): WorkerMetrics {
  const latest = new Map<number, MetricsSnapshot>();
  let retired: Promise<MetricsSnapshot> = Promise.resolve([]);

  const refresh = async (worker: Worker) => {
    const answer = await queryWorker(worker, 'metrics');
    if (answer && !worker.isDead()) latest.set(worker.id, answer.metrics);
  };

  return {
    text: async () => {
      await Promise.all(workers().map(refresh));
      return textOfSnapshots([await retired, ...latest.values()]);
    },
    retire: (worker) => {
      const last = latest.get(worker.id);
      latest.delete(worker.id);
      if (last) retired = retired.then((before) => sumSnapshots([before, totalsOf(last)]));
    },
  };
}
