// The process behind `npm start`: environment in, banner out, signals to an orderly end.

import { makeLog, makeMetrics, runProcess, systemClock, type RunningProcess } from '@kurz/process';
import { inUseNotice, portNotice, returnBanner, welcomeBanner } from './installation/banner';
import { startFailure } from './installation/start-failure';
import { readStandaloneSettings, type StandaloneSettings } from './settings/standalone-settings';
import { startStandalone, type StartOutcome } from './start-standalone';

/** A longer stop is cut off. Every answered request is on the disk by then, and the next start cleans up. */
const STOP_MS = 4_500;

const print = (text: string) => new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));

function fail(text: string): void {
  process.stderr.write(`kurz: ${text}\n`);
  process.exitCode = 1;
}

type Refused = Extract<StartOutcome, { kind: 'port_refused' }>;

function refusalNotice({ host, port, ops }: StandaloneSettings, refused: Refused): string {
  return refused.of === 'ops' && ops
    ? portNotice(ops, refused.reason, { host: 'KURZ_OPS_HOST', port: 'KURZ_OPS_PORT' })
    : portNotice({ host, port }, refused.reason);
}

function failedStart(error: unknown, dataDirectory = ''): void {
  fail(startFailure(error, dataDirectory));
  process.exit(1);
}

async function main(): Promise<void> {
  // ClickHouse's engine exits when it has no data of the machine's time zone, such as `CET-1CEST`
  process.env['TZ'] = 'UTC';
  const settings = readStandaloneSettings(process.env);
  const log = makeLog({ level: settings.logLevel, service: 'standalone' });
  const deps = {
    clock: systemClock,
    log,
    metrics: makeMetrics({ processMetrics: settings.ops !== undefined }),
    say: (text: string) => void print(`kurz: ${text} …\n`),
  };

  const start = async (): Promise<RunningProcess> => {
    const outcome = await startStandalone(deps, settings);
    if (outcome.kind === 'data_folder_in_use') fail(inUseNotice(outcome.dataDirectory, outcome.owner));
    else if (outcome.kind === 'port_refused') fail(refusalNotice(settings, outcome));
    // nothing runs, so the process ends by itself
    if (outcome.kind !== 'started') return { drain: () => {}, close: () => Promise.resolve() };
    if (outcome.firstStart) {
      await print(welcomeBanner(outcome, outcome.firstStart, outcome.signIn));
      await outcome.firstStart.shown();
    } else {
      await print(returnBanner(outcome, outcome.formerDomain, outcome.signIn));
    }
    return { drain: () => {}, close: outcome.close };
  };
  await runProcess({ log }, start, {
    preStopMs: 0,
    stopMs: STOP_MS,
    cutOffCode: 0,
    onFailedStart: (error) => failedStart(error, settings.dataDirectory),
  });
}

main().catch((error: unknown) => failedStart(error));
