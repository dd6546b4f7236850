// Keeps one part of the stack running: what ends by itself is started again after a while, until it is stopped.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Log } from '@kurz/process';

/** A started process. */
export type Part = {
  pid: number;
  /** Resolves when it has ended, for any reason. */
  ended: Promise<void>;
  stop: () => Promise<void>;
};

export type KeptPart = { stop: () => Promise<void> };

export type KeepDeps = {
  name: string;
  start: () => Promise<Part>;
  log: Log;
  /** Called at each start. */
  onStart: (pid: number) => void;
};

/** Resolves when the part runs for the first time; throws when it does not. */
export async function keepRunning(deps: KeepDeps, { restartMs }: { restartMs: number }): Promise<KeptPart> {
  const { name, start, log, onStart } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const begin = async () => {
    const part = await start();
    onStart(part.pid);
    return part;
  };
  let part: Part | undefined = await begin();

  const again = async (): Promise<Part | undefined> => {
    await sleep(restartMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    try {
      return await begin();
    } catch (error) {
      log.error({ event: 'part_not_started', name, error: String(error) });
      return undefined;
    }
  };
  const keep = async () => {
    while (!signal.aborted) {
      await part?.ended;
      if (signal.aborted) return;
      log.warn({ event: 'part_ended', name, startedAgainInMs: restartMs });
      part = await again();
    }
  };
  const kept = keep();
  return {
    stop: async () => {
      stopping.abort();
      await part?.stop();
      await kept;
      // one that was starting when stop was requested
      await part?.stop();
    },
  };
}
