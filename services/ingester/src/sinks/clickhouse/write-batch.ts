// Writes one intent's aggregated visits to ClickHouse. It may be called again for the same intent, after any failure:
// the same visits aggregate to the same rows, which replace themselves. Rows that another process began for the intent
// and that would not be replaced are removed.

import { insertRows, type ClickHouse, type ClickTable } from '@kurz/click-tables';
import type { Clock } from '@kurz/process';
import type { Semaphore } from '@kurz/resilience';
import type { LinkDayCounts } from '../../aggregate/link-day-counts';
import type { BatchIntent, IntentLog } from '../../intent/intent-log';
import type { AdmittedReferrers } from './admitted-referrers';
import type { ReplayableCap } from './replayable-cap';
import { removeStaleKeys } from './remove-stale-keys';
import { rowsOf } from './rows-of';

/** `isReplay`: the intent was recorded earlier, so that rows of it may be there. */
export type WriteBatch = (
  intent: BatchIntent,
  aggregated: readonly LinkDayCounts[],
  isReplay: boolean,
) => Promise<void>;

type Deps = {
  clickHouse: ClickHouse;
  intents: IntentLog;
  referrers: AdmittedReferrers;
  referrerCap: ReplayableCap;
  /**
   * One intent of this process is written at a time: two partitions together would let more referrer hosts than the cap
   * into one link's day.
   */
  semaphore: Semaphore;
  clock: Clock;
  signal: AbortSignal;
  /** Cuts an insert off when the process has to end. */
  abandon: AbortSignal;
};

export function makeWriteBatch(deps: Deps): WriteBatch {
  const { clickHouse, intents, referrers, referrerCap, semaphore, clock, signal, abandon } = deps;

  // A process that was frozen while another took the partition over must not write any more.
  const assertMine = async (intent: BatchIntent) => {
    const recorded = await intents.read(intent.partition);
    if (recorded?.from !== intent.from || recorded.to !== intent.to) {
      throw new Error(
        `the intent of partition ${intent.partition} is not ${intent.from} to ${intent.to} any more`,
      );
    }
  };
  // side by side, as none depends on another; all have ended before the intent may be tried again
  const putAll = async (rows: Record<ClickTable, Buffer>) => {
    const outcomes = await Promise.allSettled([
      insertRows(clickHouse, 'clicks_hourly', rows.clicks_hourly, abandon),
      insertRows(clickHouse, 'clicks_daily', rows.clicks_daily, abandon),
      insertRows(clickHouse, 'clicks_daily_by', rows.clicks_daily_by, abandon),
    ]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  };

  return async (intent, aggregated, isReplay) => {
    const origin = { stream_partition: intent.partition, plan_from: intent.from };
    const release = await semaphore.take(signal);
    try {
      const isOthers = isReplay && !referrerCap.remembers(origin);
      const decided = await referrerCap.apply(origin, aggregated, isReplay);
      const rows = rowsOf(decided, origin, clock.now());
      await assertMine(intent);
      if (isOthers) await removeStaleKeys(clickHouse, origin, decided);
      await putAll(rows);
    } catch (error) {
      referrers.forget();
      throw error;
    } finally {
      release();
    }
  };
}
