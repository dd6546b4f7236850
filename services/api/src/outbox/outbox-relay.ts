// The relay of the outbox: publishes committed changes of links and zones to the link cache. It publishes at once for
// the request that made the change, and in a loop what a crash or an absent link cache left in link_changes.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@kurz/database';
import { cachedLinkOf, type ChangedKey, type LinkCache } from '@kurz/link-cache';
import type { Clock, Log } from '@kurz/process';
import { makeSemaphore } from '@kurz/resilience';
import { makeOutageLog } from './outage-log';
import { lockPendingKeys, readPendingChanges, removeChanges, type PendingChange } from './pending-changes';

const LOOP_MS = 1_000;
/** Keys published in parallel in one transaction of the loop. */
const BATCH = 200;
/**
 * Redirectors read link_changes four times a second. After this time each redirector has read what was pending before,
 * except one that is stopped or cannot read PostgreSQL (docs/design.md lists this assumption about time).
 */
const READ_BY_ALL_MS = 1_000;
const RETRY_MS = 100;

export type OutboxRelay = {
  /**
   * Publishes changes that have just been committed. Never fails: changes that cannot be published now stay in
   * link_changes for the loop, and it resolves with false.
   */
  publishChanges: (changes: readonly PendingChange[]) => Promise<boolean>;
  /** As publishChanges, for the present state of keys whose change has just been committed. */
  publishKeys: (keys: readonly ChangedKey[]) => Promise<boolean>;
  /**
   * As publishKeys, for changes whose old state must not be served any more when it resolves. While the link cache is
   * away, it waits until redirectors have read link_changes themselves: about a second at most.
   */
  publishAndWait: (keys: readonly ChangedKey[]) => Promise<void>;
  /**
   * Publishes everything pending, except what another API publishes at the moment. Resolves with the number of rows
   * removed. Ends early when the link cache takes nothing.
   */
  relayAll: () => Promise<number>;
  /** Runs relayAll each second until close. */
  start: () => void;
  close: () => Promise<void>;
};

type Deps = {
  db: Db;
  linkCache: LinkCache;
  log: Log;
  clock: Clock;
  /** Called when the loop has published everything pending. */
  done?: () => void;
};

/** Versions make it harmless to publish the same change twice, or an old one after a new one. */
async function publishChange(linkCache: LinkCache, change: PendingChange): Promise<void> {
  const { zoneId, slug, link } = change;
  if (slug === null) return linkCache.publishZone(zoneId);
  const key = { zoneId, slug };
  if (link) return linkCache.apply(key, cachedLinkOf(link));
  // neither a link nor a row: the relay that removed the row has published the deletion
  if (change.changeVersion !== null)
    await linkCache.apply(key, { kind: 'gone', version: change.changeVersion });
}

type Publish = (changes: readonly PendingChange[]) => Promise<{ ids: number[]; isComplete: boolean }>;

const relayBatch = (db: Db, publish: Publish, after: number) =>
  db.transaction().execute(async (transaction) => {
    const { keys, last } = await lockPendingKeys(transaction, after, BATCH);
    if (last === undefined) return { removed: 0, isComplete: true, last };
    const { ids, isComplete } = await publish(await readPendingChanges(transaction, keys));
    await removeChanges(transaction, ids);
    return { removed: ids.length, isComplete, last };
  });

/**
 * Relays one batch after the other. Rows that cannot be published stay, and the next batch begins after them: the
 * primary of their keys may be away while others are not. A batch of which nothing could be published ends the run.
 * The next run begins after it, and comes back to the oldest rows at the end.
 */
function makeRelayRun(db: Db, publish: Publish) {
  let after = 0;
  return async () => {
    let isComplete = true;
    let hasBegunBehind = after > 0;
    for (let relayed = 0; ;) {
      const batch = await relayBatch(db, publish, after);
      relayed += batch.removed;
      if (batch.last === undefined) {
        after = 0;
        if (!hasBegunBehind) return { relayed, isComplete };
        hasBegunBehind = false;
        isComplete = true;
      } else if (!batch.isComplete || batch.removed === 0) {
        after = batch.last;
        isComplete = false;
        if (batch.removed === 0) return { relayed, isComplete };
      }
    }
  };
}

export function makeOutboxRelay({ db, linkCache, log, clock, done }: Deps): OutboxRelay {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let running: Promise<void> = Promise.resolve();
  const outageLog = makeOutageLog(log);
  /** One run at a time, because a batch skips the keys that another one has locked and not published yet. */
  const oneAtATime = makeSemaphore();

  /** Resolves with the rows that are published; `isComplete` is false when some are not. */
  const publish: Publish = async (changes) => {
    const outcomes = await Promise.allSettled(changes.map((change) => publishChange(linkCache, change)));
    const published = changes.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) outageLog.failed(failure.reason, changes.length - published.length);
    return { ids: published.flatMap((change) => change.changeIds), isComplete: !failure };
  };

  const relayRun = makeRelayRun(db, publish);
  const relayBatches = async () => {
    const release = await oneAtATime.take();
    try {
      return await relayRun();
    } finally {
      release();
    }
  };

  const publishCommitted = async (count: number, find: () => Promise<readonly PendingChange[]>) => {
    if (count === 0) return true;
    try {
      const { ids, isComplete } = await publish(await find());
      await removeChanges(db, ids);
      return isComplete;
    } catch (error) {
      outageLog.failed(error, count);
      return false;
    }
  };

  const publishKeys = (keys: readonly ChangedKey[]) =>
    publishCommitted(keys.length, async () => {
      const changes = await readPendingChanges(db, keys);
      // what is not pending any more was published by another relay
      return changes.filter(({ changeIds }) => changeIds.length > 0);
    });

  const publishAndWait = async (keys: readonly ChangedKey[]) => {
    const end = performance.now() + READ_BY_ALL_MS;
    while (!(await publishKeys(keys)) && performance.now() < end) await sleep(RETRY_MS);
  };

  const poll = async () => {
    const began = clock.now();
    try {
      const { relayed, isComplete } = await relayBatches();
      if (isComplete) {
        outageLog.recovered();
        done?.();
      }
      if (relayed > 0)
        log.info({ event: 'link_changes_published', applied: relayed, ms: clock.now() - began });
    } catch (error) {
      outageLog.failed(error);
    }
    if (!isClosed) schedule();
  };

  const schedule = () => {
    timer = setTimeout(() => {
      running = poll();
    }, LOOP_MS);
  };

  return {
    publishChanges: (changes) => publishCommitted(changes.length, () => Promise.resolve(changes)),
    publishKeys,
    publishAndWait,
    relayAll: async () => (await relayBatches()).relayed,
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
