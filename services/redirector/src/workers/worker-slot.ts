// The primary keeps a worker in each of its slots.
//
// starting → serving → ended → (a delay that grows with short lives) → starting …
//
// If the first worker of a slot ends by itself before it serves, the slot ends, because the cause (the port is taken)
// stays. A killed worker is replaced, a few times, and so is one that the system could not start. After stop, a slot is
// not filled again; a worker that does not end in time is killed.

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@kurz/process';
import { queryWorker } from './query-worker';
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

/** A worker's second argument, when another worker of its slot has served before. */
export const REPLACEMENT = 'replacement';
/** A worker's third argument, when workers of other slots serve as it is started. */
export const BESIDE_OTHERS = 'beside-others';

const SHORT_LIFE_MS = 30_000;
/**
 * A machine short of memory kills a worker now and then, or starts none. After so many failures at the start the slot
 * is given up.
 */
const MAX_KILLS_AT_START = 5;
const CHECK_MS = 5_000;
/** Half a minute without an answer; on a merely overloaded machine one answer comes in that time. */
const MAX_MISSES = 6;

/**
 * Checks from time to time that a serving worker's event loop turns. A stuck worker would not end by itself: it is
 * killed, and its slot is filled again. Returns a function that stops the checks.
 */
function watchWorker(worker: Worker, { log }: { log: Log }): () => void {
  let misses = 0;
  const check = async () => {
    const answer = await queryWorker(worker, 'checks');
    misses = answer ? 0 : misses + 1;
    if (misses < MAX_MISSES || worker.isDead()) return;
    log.error({ event: 'worker_stuck', pid: worker.process.pid, runbook: 'A worker ended' });
    worker.process.kill('SIGKILL');
  };
  const timer = setInterval(() => void check(), CHECK_MS).unref();
  return () => clearInterval(timer);
}

/** `not_made`: the system started no process. */
type End =
  { kind: 'ended'; code: number | null; signal: string | null } | { kind: 'not_made'; error: unknown };
type Life = End & { livedMs: number };

async function endOf(forked: Worker): Promise<End> {
  try {
    const [code, signal] = (await once(forked, 'exit')) as [number | null, string | null];
    return { kind: 'ended', code, signal };
  } catch (error) {
    return forked.process.pid === undefined ? { kind: 'not_made', error } : endOf(forked);
  }
}

/** Calls `onForked` at once. Never rejects. */
async function forkAndAwaitEnd(onForked: (forked: Worker) => void): Promise<End> {
  try {
    const forked = cluster.fork();
    onForked(forked);
    return await endOf(forked);
  } catch (error) {
    return { kind: 'not_made', error };
  }
}

/** Why a slot is given up before any of its workers has served; undefined: another worker is tried. */
function givenUp(life: Life, kills: number): string | undefined {
  if (life.kind === 'ended' && life.signal === null) return 'ended before it served';
  if (kills < MAX_KILLS_AT_START) return undefined;
  if (life.kind === 'not_made') return `could not be started: ${String(life.error)}`;
  return `was killed ${kills} times before it served, the last time by ${life.signal}`;
}

function report(log: Log, { slot, pid, life }: { slot: number; pid: number | undefined; life: Life }): void {
  const { livedMs } = life;
  const runbook = 'A worker ended';
  if (life.kind === 'not_made') {
    log.error({ event: 'worker_not_started', slot, err: life.error, runbook });
    return;
  }
  const { code, signal } = life;
  log.error({ event: 'worker_ended', slot, pid, code, signal, livedMs, runbook });
}

export function keepWorkerSlot(
  slot: number,
  deps: {
    log: Log;
    onEnded: (worker: Worker) => void;
    /** Whether a worker of another slot serves. */
    doOthersServe: () => boolean;
  },
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
  const live = async (isReplacement: boolean, onServing: () => void): Promise<Life> => {
    const born = performance.now();
    let unwatch: (() => void) | undefined;
    const replacing = isReplacement ? [REPLACEMENT, ...(deps.doOthersServe() ? [BESIDE_OTHERS] : [])] : [];
    cluster.setupPrimary({ args: [String(slot), ...replacing] });
    const end = await forkAndAwaitEnd((forked) => {
      worker = forked;
      forked.on('message', (message: unknown) => {
        if (!isToPrimary(message) || message.kind !== 'started') return;
        isServing = true;
        unwatch = watchWorker(forked, { log });
        onServing();
      });
    });
    unwatch?.();
    isServing = false;
    if (worker && end.kind === 'ended') deps.onEnded(worker);
    const life = { ...end, livedMs: Math.round(performance.now() - born) };
    if (!stopping.signal.aborted) report(log, { slot, pid: worker?.process.pid, life });
    worker = undefined;
    return life;
  };

  /** Runs until `stop`; resolves earlier with the reason when the slot is given up. */
  const keep = async (onServing: () => void): Promise<string> => {
    let hasServed = false;
    let shortLives = 0;
    let killsAtStart = 0;
    while (!stopping.signal.aborted) {
      const life = await live(hasServed, () => {
        hasServed = true;
        onServing();
      });
      const why = hasServed ? undefined : givenUp(life, ++killsAtStart);
      if (why !== undefined) return why;
      shortLives = life.livedMs < SHORT_LIFE_MS ? shortLives + 1 : 0;
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
