// The ingester's process: environment in, signals to an orderly end.

import { failStart, makeLog, runProcess } from '@kurz/process';
import { readProcessSettings } from './settings';
import { startIngesterProcess } from './start-ingester-process';

/** Longest time for a shutdown, ms: current batches 2 s, leaving the groups 1.5 s, the rest is quick. */
const STOP_MS = 8_000;

async function main(): Promise<void> {
  const settings = readProcessSettings(process.env);
  const log = makeLog({ level: settings.logLevel, service: 'ingester' });
  const { preStopMs } = settings;
  const onRefused = (reason: string) => {
    log.error({ event: 'refused_to_go_on', reason });
    process.exit(1);
  };
  await runProcess({ log }, () => startIngesterProcess({ log, onRefused }, settings), {
    preStopMs,
    stopMs: STOP_MS,
  });
}

main().catch((error: unknown) => failStart(error, { log: makeLog({ level: 'error', service: 'ingester' }) }));
