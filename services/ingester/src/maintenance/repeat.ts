// Runs a chore again and again: every so often, and at once when nudged. A failure is logged when it begins and when
// it is over; the next run is the retry.

import type { Log } from '@kurz/process';
import { abortableWait } from '../waiting/abortable-wait';

export type Repeating = { nudge: () => void; ended: Promise<void> };

type Deps<N extends string> = {
  log: Log;
  signal: AbortSignal;
  /** A round has ended well. */ done: (name: N) => void;
};

export function repeat<N extends string>(
  deps: Deps<N>,
  chore: { name: N; everyMs: number; run: () => Promise<void> },
): Repeating {
  const { log, signal, done } = deps;
  let nudged = new AbortController();
  let isFailing = false;

  const runOnce = async () => {
    try {
      await chore.run();
      done(chore.name);
      if (isFailing) log.info({ event: 'chore_goes_on', chore: chore.name });
      isFailing = false;
    } catch (error) {
      if (!isFailing && !signal.aborted) {
        log.warn({
          event: 'chore_waits',
          chore: chore.name,
          reason: String(error),
          runbook: 'A consumer waits',
        });
      }
      isFailing = true;
    }
  };
  const loop = async () => {
    while (!signal.aborted) {
      // a nudge during the run asks for another one
      if (nudged.signal.aborted) nudged = new AbortController();
      await runOnce();
      await abortableWait(chore.everyMs, [signal, nudged.signal]);
    }
  };
  return { nudge: () => nudged.abort(), ended: loop() };
}
