// The process of a worker, which the redirector's primary starts with a slot as its first argument.

import { failStart, makeLog, runProcess, STOP_SIGNALS } from '@kurz/process';
import { readProcessSettings } from './settings/process-settings';
import { shutdownDeadlinesOf } from './settings/shutdown-deadlines-of';
import { startWorker } from './start-worker';
import { onOrder } from './workers/answer-primary';
import { BESIDE_OTHERS, REPLACEMENT } from './workers/worker-slot';

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

(async () => runWorker(process.argv.slice(2)))().catch((error: unknown) =>
  failStart(error, { log: makeLog({ level: 'error', service: 'redirector' }) }),
);
