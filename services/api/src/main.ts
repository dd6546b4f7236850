// The API's process: environment in, signals to an orderly end.

import { failStart, makeLog, runProcess } from '@kurz/process';
import { readProcessSettings } from './settings';
import { startApiProcess } from './start-api-process';

/** Most for an end, ms, once readiness was off for a while. */
const STOP_MS = 8_800;

async function main(): Promise<void> {
  const settings = readProcessSettings(process.env);
  const log = makeLog({ level: settings.logLevel, service: 'api' });
  const { preStopMs } = settings;
  await runProcess({ log }, () => startApiProcess({ log }, settings), { preStopMs, stopMs: STOP_MS });
}

main().catch((error: unknown) => failStart(error, { log: makeLog({ level: 'error', service: 'api' }) }));
