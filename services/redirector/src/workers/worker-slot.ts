// The primary keeps a worker in each of its slots.
//
// starting → serving → ended → (a delay that grows with short lives) → starting …
//
// If the first worker of a slot ends by itself before it serves, the slot ends, because the cause (the port is taken)
// stays. A killed worker is replaced, a few times. After stop, a slot is not filled again; a worker that does not end
// in time is killed.

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@kurz/process';
import { askWorker } from './ask-worker';
import { restartDelayOf } from './restart-delay-of';
import { isToPrimary, type ToWorker } from './worker-message';

export type WorkerSlot = {
  /** Resolves when a worker serves for the first time; rejects when the slot is given up before. */
  started: Promise<void>;
  worker: () => Worker | undefined;
  isServing: () => boolean;
  send: (message: ToWorker) => void;
  stop: () => Promise<void>;
};

/** A worker's second argument, when one of its slot has served before. */
export const REPLACEMENT = 'replacement';

const SHORT_LIFE_MS = 30_000;
/** A machine short of memory kills a worker now and then; after so many kills at the start the slot is given up. */
const MOST_KILLS_AT_START = 5;
const ASK_MS = 5_000;
/** Half a minute without an answer; on a merely overloaded machine one answer comes in that time. */
const MOST_MISSES = 6;

/**
 * Asks a serving worker from time to time whether its event loop turns. One that is stuck would not end by itself: it
 * is killed, and its slot is filled again. Returns a function that stops the checks.
 */
function watchWorker(worker: Worker, { log }: { log: Log }): () => void {
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

export function keepWorkerSlot(
  slot: number,
  deps: { log: Log; onEnded: (worker: Worker) => void },
  config: { stopMs: number },
): WorkerSlot {
  const { log } = deps;
  const stopping = new AbortController();
  let worker: Worker | undefined;
  let isServing = false;

  const send = (message: ToWorker) => {
    if (worker?.isConnected()) worker.send(message, () => undefined);
  };

  /** One life, from fork to exit. */
  const live = async (
    isReplacement: boolean,
    onServing: () => void,
  ): Promise<{ livedMs: number; signal: string | null }> => {
    const born = performance.now();
    cluster.setupPrimary({ args: [String(slot), ...(isReplacement ? [REPLACEMENT] : [])] });
    const forked = cluster.fork();
    worker = forked;
    let unwatch: (() => void) | undefined;
    forked.on('message', (message: unknown) => {
      if (!isToPrimary(message) || message.kind !== 'started') return;
      isServing = true;
      unwatch = watchWorker(forked, { log });
      onServing();
    });
    const [code, signal] = (await once(forked, 'exit')) as [number | null, string | null];
    unwatch?.();
    isServing = false;
    deps.onEnded(forked);
    const livedMs = Math.round(performance.now() - born);
    if (!stopping.signal.aborted) {
      const { pid } = forked.process;
      log.error({ event: 'worker_ended', slot, pid, code, signal, livedMs, runbook: 'A worker ended' });
    }
    worker = undefined;
    return { livedMs, signal };
  };

  /** Runs until `stop`; resolves earlier with why the slot is given up. */
  const keep = async (onServing: () => void): Promise<string> => {
    let hasServed = false;
    let shortLives = 0;
    let killsAtStart = 0;
    while (!stopping.signal.aborted) {
      const { livedMs, signal } = await live(hasServed, () => {
        hasServed = true;
        onServing();
      });
      if (!hasServed) {
        if (signal === null) return 'ended before it served';
        if (++killsAtStart === MOST_KILLS_AT_START)
          return `was killed ${killsAtStart} times before it served, the last time by ${signal}`;
      }
      shortLives = livedMs < SHORT_LIFE_MS ? shortLives + 1 : 0;
      await sleep(restartDelayOf(shortLives - 1), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
    }
    return 'was told to stop';
  };

  let kept: Promise<void> = Promise.resolve();
  const started = new Promise<void>((resolve, reject) => {
    kept = keep(resolve).then((why) => reject(new Error(`worker ${slot} ${why}`)));
  });

  return {
    started,
    worker: () => worker,
    isServing: () => isServing,
    send,
    stop: async () => {
      stopping.abort();
      send({ kind: 'stop' });
      const kill = setTimeout(() => worker?.process.kill('SIGKILL'), config.stopMs);
      await kept;
      clearTimeout(kill);
    },
  };
}
