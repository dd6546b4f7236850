// Says once that link changes cannot be applied, and once that they are again; in between there may be thousands of
// attempts, of requests and of the loop.

import type { Log } from '@kurz/process';

export type WaitingNote = {
  /** `waiting`: how many keys could not be told; unknown when PostgreSQL itself does not answer. */
  failed: (error: unknown, waiting?: number) => void;
  /** Nothing waits any more. */
  over: () => void;
};

export function makeWaitingNote(log: Log): WaitingNote {
  let isWaiting = false;
  return {
    failed: (error, waiting) => {
      if (isWaiting) return;
      isWaiting = true;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ event: 'link_changes_not_applied', waiting, reason, runbook: 'Link changes wait' });
    },
    over: () => {
      if (isWaiting) log.info({ event: 'link_changes_apply_again' });
      isWaiting = false;
    },
  };
}
