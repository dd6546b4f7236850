// Runs a task at an interval, and at once when triggered. A failure is logged when it begins and when it is over; the
// next run is the retry.

import type { Log } from '@kurz/process';
import { abortableWait } from '../waiting/abortable-wait';

export type Repeating = { trigger: () => void; ended: Promise<void> };

type Deps<N extends string> = {
  log: Log;
  signal: AbortSignal;
  /** Called when a round has succeeded. */ done: (name: N) => void;
};

export function repeat<N extends string>(
  deps: Deps<N>,
  task: { name: N; everyMs: number; run: () => Promise<void> },
): Repeating {
  const { log, signal, done } = deps;
  let triggered = new AbortController();
  let isFailing = false;

  const runOnce = async () => {
    try {
      await task.run();
      done(task.name);
      if (isFailing) log.info({ event: 'maintenance_goes_on', task: task.name });
      isFailing = false;
    } catch (error) {
      if (!isFailing && !signal.aborted) {
        log.warn({
          event: 'maintenance_waits',
          task: task.name,
          reason: String(error),
          runbook: 'A consumer waits',
        });
      }
      isFailing = true;
    }
  };
  const loop = async () => {
    while (!signal.aborted) {
      // a trigger during the run asks for another one
      if (triggered.signal.aborted) triggered = new AbortController();
      await runOnce();
      await abortableWait(task.everyMs, [signal, triggered.signal]);
    }
  };
  return { trigger: () => triggered.abort(), ended: loop() };
}
