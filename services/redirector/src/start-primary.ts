// The redirector's primary process: it answers no visitor. It keeps the workers alive and speaks for them to the
// orchestrator.

import {
  makeClosing,
  makeMetrics,
  serveOperations,
  type Log,
  type Operations,
  type RunningProcess,
} from '@kurz/process';
import type { ProcessSettings } from './process-settings';
import { keepWorkers, type KeptWorkers } from './workers/keep-workers';

/** Bounds of an end, ms: a worker's, and that of the primary, which has to outlast its workers. */
export const WORKER_STOP_MS = 7_500;
export const STOP_MS = 8_800;

const STARTING = { workers: false };

/**
 * The operations server comes first: who asks while the workers start is told that they do. `nodeArguments`: what a
 * worker's node is started with.
 */
export async function startPrimary(
  { log }: { log: Log },
  settings: Pick<ProcessSettings, 'ops' | 'workers'> & { nodeArguments: string[] },
): Promise<RunningProcess> {
  const metrics = makeMetrics();
  const closing = makeClosing();
  let workers: KeptWorkers | undefined;
  const operations: Operations = await serveOperations(
    {
      metrics,
      log,
      checks: async () => workers?.checks() ?? STARTING,
      extraMetrics: async () => workers?.metrics() ?? '',
    },
    settings.ops,
  );
  closing.add('operations', operations.close);
  try {
    const { workers: count, nodeArguments } = settings;
    workers = await keepWorkers({ log, metrics }, { count, nodeArguments, stopMs: WORKER_STOP_MS });
  } catch (error) {
    await closing.close();
    throw error;
  }
  closing.add('workers', workers.stop);
  log.info({ event: 'started', workers: settings.workers });
  const { drain } = workers;
  return {
    drain: () => {
      operations.drain();
      drain();
    },
    close: closing.close,
  };
}
