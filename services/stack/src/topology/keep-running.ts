// Keeps one part of the stack running: restarts it after a pause when it ends by itself, until `stop` is called.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Log } from '@kurz/process';

/** A started process. */
export type Part = {
  pid: number;
  /** Resolves when the process has ended, for any reason. */
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

/** Resolves when the part has started for the first time. Throws when that start fails. */
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
      // a process that was still starting when stop was called
      await part?.stop();
    },
  };
}
