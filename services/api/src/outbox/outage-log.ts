// Logs once that link changes cannot be published, and once that they are published again. In between, requests and the
// loop may make thousands of attempts.

import type { Log } from '@kurz/process';

export type OutageLog = {
  /** `waiting`: how many keys could not be published; unknown when PostgreSQL itself does not answer. */
  failed: (error: unknown, waiting?: number) => void;
  /** Nothing is pending any more. */
  recovered: () => void;
};

export function makeOutageLog(log: Log): OutageLog {
  let isDown = false;
  return {
    failed: (error, waiting) => {
      if (isDown) return;
      isDown = true;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ event: 'link_changes_not_published', waiting, reason, runbook: 'Link changes wait' });
    },
    recovered: () => {
      if (isDown) log.info({ event: 'link_changes_publish_again' });
      isDown = false;
    },
  };
}
