// The primary's workers on one port: supervised, queried, and stopped together. Workers accept connections themselves:
// one that the primary accepted would stay open and unanswered if its worker died before taking it.

import cluster, { type Worker } from 'node:cluster';
import path from 'node:path';
import type { Log, Metrics } from '@kurz/process';
import { queryWorker } from './query-worker';
import { keepWorkerSlot, type WorkerSlot } from './worker-slot';
import { makeWorkerMetrics } from './worker-metrics';

const WORKER = path.join(__dirname, '..', 'worker-main.js');

export type SupervisedWorkers = {
  /** Whether all slots are served, and the checks of all workers; a check is true when it is true for each worker. */
  checks: () => Promise<Record<string, boolean>>;
  /** Their metrics as one text. */
  metrics: () => Promise<string>;
  /** The workers keep answering, but close each connection after its next answer. */
  drain: () => void;
  stop: () => Promise<void>;
};

/** Resolves when every worker serves; when one cannot, stops the others and throws. */
export async function superviseWorkers(
  deps: { log: Log; metrics: Metrics },
  config: { count: number; nodeArguments: string[]; stopMs: number },
): Promise<SupervisedWorkers> {
  // in this order: setupPrimary freezes the policy
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: WORKER, execArgv: config.nodeArguments });
  const ended = deps.metrics.counter('redirector_workers_ended', 'Workers that ended by themselves.');
  let isStopping = false;
  const onEnded = (worker: Worker) => {
    workerMetrics.retire(worker);
    if (!isStopping) ended.inc();
  };
  // called only when a worker is replaced: all slots exist by then
  const doOthersServe = (slot: number) => slots.some((other, at) => at !== slot && other.isServing());
  const slots: WorkerSlot[] = Array.from({ length: config.count }, (_, slot) =>
    keepWorkerSlot(slot, { log: deps.log, onEnded, doOthersServe: () => doOthersServe(slot) }, config),
  );
  const workers = () => slots.map((slot) => slot.worker()).filter((worker) => worker !== undefined);
  const workerMetrics = makeWorkerMetrics(workers);
  deps.metrics.gauge('redirector_workers', 'Workers that answer visitors.', [], (gauge) =>
    gauge.set(slots.filter((slot) => slot.isServing()).length),
  );
  deps.metrics.gauge('redirector_workers_wanted', 'Workers that should answer visitors.').set(config.count);

  const stop = async () => {
    isStopping = true;
    await Promise.all(slots.map((slot) => slot.stop()));
  };

  const checks = async () => {
    const answers = await Promise.all(workers().map((worker) => queryWorker(worker, 'checks')));
    const all: Record<string, boolean> = {
      workers: slots.every((slot) => slot.isServing()) && answers.every((answer) => answer !== undefined),
    };
    for (const answer of answers) {
      for (const [name, holds] of Object.entries(answer?.checks ?? {}))
        all[name] = holds && (all[name] ?? true);
    }
    return all;
  };

  try {
    await Promise.all(slots.map((slot) => slot.started));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    checks,
    metrics: workerMetrics.text,
    drain: () => slots.forEach((slot) => slot.send({ kind: 'drain' })),
    stop,
  };
}
