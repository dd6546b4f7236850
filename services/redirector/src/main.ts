// The redirector's process: environment in, signals to an orderly end. It supervises the workers (worker-main.ts) and
// loads none of the clients of stores, which are most of a worker's modules.

import { failStart, makeLog, runProcess } from '@kurz/process';
import { readProcessSettings } from './settings/process-settings';
import { shutdownDeadlinesOf } from './settings/shutdown-deadlines-of';
import { startPrimary } from './start-primary';
import { workerArguments } from './workers/worker-arguments';

function runPrimary(): Promise<void> {
  const settings = readProcessSettings(process.env);
  const log = makeLog({ level: settings.logLevel, service: 'redirector' });
  const { preStopMs } = settings;
  const nodeArguments = workerArguments(process.execArgv, process.env['NODE_OPTIONS']);
  const start = () => startPrimary({ log }, { ...settings, nodeArguments });
  return runProcess({ log }, start, { preStopMs, stopMs: shutdownDeadlinesOf(settings.stopMs).primaryMs });
}

(async () => runPrimary())().catch((error: unknown) =>
  failStart(error, { log: makeLog({ level: 'error', service: 'redirector' }) }),
);
