// Syncs within the interval after a write was announced; retries after errors.

export type SyncTimer = {
  /** Announces a write that a power cut could take. */
  arm: () => void;
  stop: () => void;
};

export function makeSyncTimer(sync: () => Promise<unknown>, intervalMs: number): SyncTimer {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const arm = () => {
    if (timer || isStopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      sync().catch(arm);
    }, intervalMs);
    timer.unref();
  };
  return {
    arm,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
