// Waits that end early. By hand, because AbortSignal.any keeps a record of every wait for as long as the signals live.

/** Resolves after `ms` or as soon as one of the signals is aborted. */
export function abortableWait(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    if (signals.some((signal) => signal.aborted)) return resolve();
    const end = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    for (const signal of signals) signal.addEventListener('abort', end);
  });
}
