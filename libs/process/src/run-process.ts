// The life cycle of a service's process, from start to an orderly end by a signal or an uncaught error.
//
// starting
// running
// draining, after SIGTERM, SIGINT or SIGHUP: readiness is off, work is still taken, for `preStopMs`
// stopping: `close` runs; what is not over `stopMs` after draining is cut off, exit code `cutOffCode`
// ended, exit code 0
// A signal during the start waits until the process has started. An uncaught error ends the process at once, exit code
// 1: what was answered is on the disk.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log';
import { SettingsError } from './settings';

export type RunningProcess = {
  /** Turns readiness off; everything else goes on. */
  drain: () => void;
  /** Takes no more work, finishes what it has, flushes, closes in reverse order. */
  close: () => Promise<void>;
};

export type StopTimes = {
  /** How long load balancers have to notice that readiness is off, ms. */
  preStopMs: number;
  /** Longest time for `close`, ms. */
  stopMs: number;
};

export type RunOptions = StopTimes & {
  /** Calls back when the process is to stop; default: on STOP_SIGNALS. */
  onStop?: (stop: (reason: string) => void) => void;
  /** The exit code when `close` was cut off; default: 1. */
  cutOffCode?: 0 | 1;
  /** Says why a start failed and ends the process; default: `failStart`. */
  onFailedStart?: (error: unknown) => void;
};

/** The signals by which a person or a supervisor ends a process. SIGHUP comes when its terminal is closed. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

function onSignals(stop: (reason: string) => void): void {
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop(signal));
}

/** Says why a start failed: to a person when the settings are at fault, else to the log; then ends the process. */
export function failStart(error: unknown, { log }: { log: Log }): void {
  if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`);
  else log.error({ event: 'start_failed', err: error });
  process.exit(1);
}

/** Runs until the process ends; resolves when it has started. */
export async function runProcess(
  { log }: { log: Log },
  start: () => Promise<RunningProcess>,
  options: RunOptions,
): Promise<void> {
  const { preStopMs, stopMs, onStop = onSignals, cutOffCode = 1 } = options;
  const { onFailedStart = (error: unknown) => failStart(error, { log }) } = options;
  let isStopping = false;

  const crash = (error: unknown) => {
    log.error({ event: 'uncaught_exception', err: error });
    process.exit(1);
  };
  process.on('uncaughtException', crash).on('unhandledRejection', crash);

  // in the next microtask: signals are heard from the first step of the start on
  const starting = Promise.resolve().then(start);
  const stop = async (reason: string) => {
    log.info({ event: 'stopping', reason });
    setTimeout(() => {
      log.warn({ event: 'stop_forced', afterMs: preStopMs + stopMs });
      process.exit(cutOffCode);
    }, preStopMs + stopMs).unref();
    const running = await starting;
    running.drain();
    await sleep(preStopMs);
    await running.close();
    log.info({ event: 'stopped' });
    process.exit(0);
  };
  onStop((reason) => {
    // a terminal's Ctrl-C reaches a process twice when npm passes it on
    if (isStopping) return;
    isStopping = true;
    stop(reason).catch(crash);
  });

  try {
    await starting;
  } catch (error) {
    onFailedStart(error);
  }
}
