// The API's process: reads its settings from the environment, and shuts down in order at a signal.

import { setFlagsFromString } from 'node:v8';
import { failStart, makeLog, runProcess } from '@kurz/process';
import { readProcessSettings } from './settings';
import { startApiProcess } from './start-api-process';

/** The most time for the shutdown, ms, after the time for which readiness is off. */
const STOP_MS = 8_800;

/**
 * By how much the old generation may grow between two collections. V8's own limit is fourfold: garbage of long answers
 * and bodies then takes a hundred megabytes that a pod does not have.
 */
const HEAP_GROWTH = '--heap-growing-percent=30';

async function main(): Promise<void> {
  setFlagsFromString(HEAP_GROWTH);
  const settings = readProcessSettings(process.env);
  const log = makeLog({ level: settings.logLevel, service: 'api' });
  const { preStopMs } = settings;
  await runProcess({ log }, () => startApiProcess({ log }, settings), { preStopMs, stopMs: STOP_MS });
}

main().catch((error: unknown) => failStart(error, { log: makeLog({ level: 'error', service: 'api' }) }));
