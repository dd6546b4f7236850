// The redirector's primary process: it supervises the workers and reports for them, and answers no visitor.

import {
  makeClosing,
  makeMetrics,
  serveOperations,
  type Log,
  type Operations,
  type RunningProcess,
} from '@kurz/process';
import type { ProcessSettings } from './settings/process-settings';
import { shutdownDeadlinesOf } from './settings/shutdown-deadlines-of';
import { awaitPort } from './workers/await-port';
import { superviseWorkers, type SupervisedWorkers } from './workers/supervise-workers';

const STARTING = { workers: false };

/**
 * The operations server starts first, so that readiness is answered while the workers start. `nodeArguments`: Node
 * options of a worker.
 */
export async function startPrimary(
  { log }: { log: Log },
  settings: Pick<ProcessSettings, 'host' | 'port' | 'ops' | 'workers' | 'stopMs'> & {
    nodeArguments: string[];
  },
): Promise<RunningProcess> {
  const metrics = makeMetrics();
  const closing = makeClosing();
  let workers: SupervisedWorkers | undefined;
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
    await awaitPort({ log }, settings);
    const { killMs } = shutdownDeadlinesOf(settings.stopMs);
    workers = await superviseWorkers({ log, metrics }, { count, nodeArguments, stopMs: killMs });
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
