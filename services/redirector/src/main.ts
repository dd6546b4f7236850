// The redirector's process: environment in, signals to an orderly end. The same program is the primary and, with a slot
// as argument, each worker.

import cluster from 'node:cluster';
import { failStart, makeLog, runProcess, STOP_SIGNALS } from '@kurz/process';
import { readProcessSettings } from './settings/process-settings';
import { shutdownDeadlinesOf } from './settings/shutdown-deadlines-of';
import { startPrimary } from './start-primary';
import { startWorker } from './start-worker';
import { onOrder } from './workers/answer-primary';
import { BESIDE_OTHERS, REPLACEMENT } from './workers/worker-slot';
import { workerArguments } from './workers/worker-arguments';

function runPrimary(): Promise<void> {
  const settings = readProcessSettings(process.env);
  const log = makeLog({ level: settings.logLevel, service: 'redirector' });
  const { preStopMs } = settings;
  const nodeArguments = workerArguments(process.execArgv, process.env['NODE_OPTIONS']);
  const start = () => startPrimary({ log }, { ...settings, nodeArguments });
  return runProcess({ log }, start, { preStopMs, stopMs: shutdownDeadlinesOf(settings.stopMs).primaryMs });
}

function runWorker([slot, ...said]: readonly string[]): Promise<void> {
  const options = {
    slot: Number(slot),
    isReplacement: said.includes(REPLACEMENT),
    isBesideOthers: said.includes(BESIDE_OTHERS),
  };
  const settings = readProcessSettings(process.env);
  const log = makeLog({ level: settings.logLevel, service: `redirector-${options.slot}` });
  const onStop = (stop: (reason: string) => void) => {
    // a signal to the whole group reaches workers too, but only the primary tells them to stop
    for (const signal of STOP_SIGNALS) process.on(signal, () => undefined);
    onOrder('stop', () => stop('told by the primary'));
  };
  return runProcess({ log }, () => startWorker({ log }, settings, options), {
    preStopMs: 0,
    stopMs: shutdownDeadlinesOf(settings.stopMs).workerMs,
    onStop,
  });
}

(async () => (cluster.isPrimary ? runPrimary() : runWorker(process.argv.slice(2))))().catch(
  (error: unknown) => failStart(error, { log: makeLog({ level: 'error', service: 'redirector' }) }),
);
