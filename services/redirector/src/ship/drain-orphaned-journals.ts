// Looks for journals without an owner every ten seconds, and drains them one by one. A drained folder is removed, so a
// folder that is not a journal is left unchanged.

import { setTimeout as sleep } from 'node:timers/promises';
import { findJournals, isJournal } from '@kurz/click-journal';
import { drainJournal, type DrainDeps, type DrainOutcome } from './drain-journal';
import { REFUSED_WAIT_MS, type Shipper } from './make-shipper';

/** A killed worker's journal waits at most this long; mostly the worker's replacement takes it over at once. */
const LOOK_MS = 10_000;
/** A journal that cannot be drained is tried again after this. */
const REST_MS = 60_000;

export type OrphanDrain = {
  /** Runs until closed. Call once. */
  run: () => Promise<void>;
  /** Visits of orphaned journals that were shipped. */
  shippedVisits: () => number;
  close: () => Promise<void>;
};

export function makeOrphanDrain(
  deps: Omit<DrainDeps, 'onShipper'>,
  settings: { root: string; topic: string; ownJournal: string },
): OrphanDrain {
  const closing = new AbortController();
  let current: Shipper | undefined;
  let earlierVisits = 0;
  // the last report on each journal that cannot be drained
  const reported = new Map<string, DrainOutcome['kind'] | 'foreign'>();
  /** Until when a journal rests, and since when a journal is refused, ms on the monotonic clock. */
  const resting = new Map<string, number>();
  const refused = new Map<string, number>();

  const sayFailed = (error: unknown, journal?: string) =>
    deps.log.error({
      event: 'journal_adoption_failed',
      journal,
      err: error,
      runbook: 'Visits wait in a journal',
    });

  const drain = async (id: string, directory: string) => {
    const onShipper = (shipper: Shipper) => (current = shipper);
    const journal = { directory, topic: settings.topic, refusedSince: refused.get(id) };
    const outcome = await drainJournal({ ...deps, onShipper }, journal);
    earlierVisits += current?.state.shippedVisits ?? 0;
    current = undefined;
    const now = performance.now();
    if (outcome.kind === 'drained') reported.delete(id);
    else if (outcome.kind !== 'held') reported.set(id, outcome.kind);
    if (outcome.kind !== 'refused') refused.delete(id);
    else if (!refused.has(id)) refused.set(id, now);
    if (outcome.kind === 'unfinished') resting.set(id, now + REST_MS);
    // asked again soon enough that the operator's command suffices
    if (outcome.kind === 'refused') resting.set(id, now + REFUSED_WAIT_MS);
  };

  const sayForeign = (id: string, directory: string) => {
    if (reported.get(id) === 'foreign') return;
    reported.set(id, 'foreign');
    deps.log.warn({ event: 'folder_is_no_journal', directory, runbook: 'Visits wait in a journal' });
  };

  /** A fault of one journal holds up no other. */
  const drainOrRest = async (id: string, directory: string) => {
    if (performance.now() < (resting.get(id) ?? 0)) return;
    resting.delete(id);
    try {
      if (await isJournal(directory)) await drain(id, directory);
      else sayForeign(id, directory);
    } catch (error) {
      resting.set(id, performance.now() + REST_MS);
      sayFailed(error, id);
    }
  };

  const drainAll = async () => {
    for (const { id, directory } of await findJournals(settings.root)) {
      if (closing.signal.aborted) return;
      // a taken journal waits for the operator; it is logged once, not every ten seconds
      if (id !== settings.ownJournal && reported.get(id) !== 'taken') await drainOrRest(id, directory);
    }
  };

  const runUntilClosed = async () => {
    while (!closing.signal.aborted) {
      await drainAll().catch((error: unknown) => sayFailed(error));
      await sleep(LOOK_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };

  let running: Promise<void> | undefined;
  return {
    run: () => (running ??= runUntilClosed()),
    shippedVisits: () => earlierVisits + (current?.state.shippedVisits ?? 0),
    close: async () => {
      closing.abort();
      await current?.close(0);
    },
  };
}
