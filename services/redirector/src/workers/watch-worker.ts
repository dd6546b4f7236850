// The primary asks a serving worker from time to time whether its event loop turns. One that is stuck answers no visitor
// and would never end by itself: it is killed, and its place filled again.

import type { Worker } from 'node:cluster';
import type { Log } from '@kurz/process';
import { askWorker } from './ask-worker';

const ASK_MS = 5_000;
/** Half a minute without a word; a machine that is merely overloaded lets one answer through in that time. */
const MOST_MISSES = 6;

/** Gives the way to stop watching. */
export function watchWorker(worker: Worker, { log }: { log: Log }): () => void {
  let misses = 0;
  const ask = async () => {
    const answer = await askWorker(worker, 'checks');
    misses = answer ? 0 : misses + 1;
    if (misses < MOST_MISSES || worker.isDead()) return;
    log.error({ event: 'worker_stuck', pid: worker.process.pid, runbook: 'A worker ended' });
    worker.process.kill('SIGKILL');
  };
  const timer = setInterval(() => void ask(), ASK_MS).unref();
  return () => clearInterval(timer);
}
