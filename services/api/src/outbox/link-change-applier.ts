// The relay of the outbox: carries committed changes of links and zones to the link directory. At once for the request
// that made the change, and by a loop for what a crash or an absent directory left in link_changes.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@kurz/database';
import type { ChangedKey, LinkDirectory } from '@kurz/link-directory';
import type { Clock, Log } from '@kurz/process';
import { lockWaitingKeys, readWaitingChanges, removeChanges, type WaitingChange } from './waiting-changes';
import { tellDirectory } from './tell-directory';
import { makeWaitingNote } from './waiting-note';

const LOOP_MS = 1_000;
/** Keys told in parallel in one transaction of the loop. */
const BATCH = 200;
/**
 * Redirectors read link_changes four times a second: after this each has read what waited when it began, save one that
 * stands still or cannot read PostgreSQL (docs/design.md lists this measure of time).
 */
const READ_BY_ALL_MS = 1_000;
const TELL_AGAIN_MS = 100;

export type LinkChangeApplier = {
  /**
   * Tells the directory the present truth of keys whose change has just been committed. Never fails: what cannot be
   * told now stays in link_changes for the loop; false then.
   */
  applyKeys: (keys: readonly ChangedKey[]) => Promise<boolean>;
  /**
   * As applyKeys, and for changes whose old state must not be shown any more when it resolves: while the directory
   * cannot be told, redirectors get the time to read link_changes themselves. Longest wait: a second or so.
   */
  tellRedirectors: (keys: readonly ChangedKey[]) => Promise<void>;
  /** Tells everything that waits; resolves with how many rows it removed. Ends early when the directory fails. */
  applyAll: () => Promise<number>;
  /** Calls applyAll each second until close. */
  start: () => void;
  close: () => Promise<void>;
};

type Deps = {
  db: Db;
  directory: LinkDirectory;
  log: Log;
  clock: Clock;
  /** The loop has told everything that waited. */
  done?: () => void;
};

export function makeLinkChangeApplier({ db, directory, log, clock, done }: Deps): LinkChangeApplier {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let running: Promise<void> = Promise.resolve();
  const note = makeWaitingNote(log);

  /** Resolves with the rows that were answered and the first error. */
  const tell = async (changes: readonly WaitingChange[]) => {
    const outcomes = await Promise.allSettled(changes.map((change) => tellDirectory(directory, change)));
    const told = changes.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) note.failed(failure.reason, changes.length - told.length);
    return { ids: told.flatMap((change) => change.changeIds), isComplete: !failure };
  };

  const applyBatch = () =>
    db.transaction().execute(async (transaction) => {
      const keys = await lockWaitingKeys(transaction, BATCH);
      if (keys.length === 0) return { removed: 0, isComplete: true };
      const { ids, isComplete } = await tell(await readWaitingChanges(transaction, keys));
      await removeChanges(transaction, ids);
      return { removed: ids.length, isComplete };
    });

  const applyBatches = async () => {
    for (let total = 0; ;) {
      const { removed, isComplete } = await applyBatch();
      total += removed;
      if (removed === 0 || !isComplete) return { applied: total, isComplete };
    }
  };

  const applyKeys = async (keys: readonly ChangedKey[]) => {
    if (keys.length === 0) return true;
    try {
      const changes = await readWaitingChanges(db, keys);
      // of what does not wait any more somebody else has told the directory
      const { ids, isComplete } = await tell(changes.filter(({ changeIds }) => changeIds.length > 0));
      await removeChanges(db, ids);
      return isComplete;
    } catch (error) {
      note.failed(error, keys.length);
      return false;
    }
  };

  const tellRedirectors = async (keys: readonly ChangedKey[]) => {
    const end = performance.now() + READ_BY_ALL_MS;
    while (!(await applyKeys(keys)) && performance.now() < end) await sleep(TELL_AGAIN_MS);
  };

  const turn = async () => {
    const began = clock.now();
    try {
      const { applied, isComplete } = await applyBatches();
      if (isComplete) {
        note.over();
        done?.();
      }
      if (applied > 0) log.info({ event: 'link_changes_applied', applied, ms: clock.now() - began });
    } catch (error) {
      note.failed(error);
    }
    if (!isClosed) schedule();
  };

  const schedule = () => {
    timer = setTimeout(() => {
      running = turn();
    }, LOOP_MS);
  };

  return {
    applyKeys,
    tellRedirectors,
    applyAll: async () => (await applyBatches()).applied,
    start: () => {
      if (!timer && !isClosed) schedule();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
