// The process behind `npm start`: environment in, banner out, signals to an orderly end.

import { makeLog, makeMetrics, SettingsError, systemClock } from '@kurz/process';
import { inUseNotice, portNotice, returnBanner, welcomeBanner } from './installation/banner';
import { readStandaloneSettings, type StandaloneSettings } from './settings/standalone-settings';
import { startStandalone, type StartOutcome } from './start-standalone';

/** What is not over by then is cut off: everything that was answered is on the disk, and the next start tidies up. */
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

async function main(): Promise<void> {
  const settings = readStandaloneSettings(process.env);
  const log = makeLog({ level: settings.logLevel, service: 'standalone' });
  process.on('uncaughtException', (error) => {
    log.error({ event: 'uncaught_exception', error: error.stack ?? String(error) });
    process.exit(1);
  });

  let isStopping = false;
  const stop = (close: () => Promise<void>) => {
    // npm passes on the Ctrl-C that the terminal has sent already
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      log.warn({ event: 'stop_forced', afterMs: STOP_MS });
      process.exit(0);
    }, STOP_MS).unref();
    void close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };

  const starting = startStandalone(
    {
      clock: systemClock,
      log,
      metrics: makeMetrics({ processMetrics: settings.ops !== undefined }),
      say: (text) => void print(`kurz: ${text} …\n`),
    },
    settings,
  );
  const closeStarted = async () => {
    const outcome = await starting;
    if (outcome.kind === 'started') await outcome.close();
  };
  process.on('SIGTERM', () => stop(closeStarted)).on('SIGINT', () => stop(closeStarted));

  const outcome = await starting;
  if (outcome.kind === 'data_folder_in_use') return fail(inUseNotice(outcome.dataDirectory, outcome.owner));
  if (outcome.kind === 'port_refused') return fail(refusalNotice(settings, outcome));
  if (outcome.firstStart) {
    await print(welcomeBanner(outcome, outcome.firstStart, outcome.signIn));
    await outcome.firstStart.shown();
  } else {
    await print(returnBanner(outcome, outcome.formerDomain, outcome.signIn));
  }
}

main().catch((error: unknown) => {
  fail(error instanceof SettingsError ? error.message : String(error instanceof Error ? error.stack : error));
  process.exit(1);
});
