// Ships a journal through one open producer: lines and position in one transaction, then the position on the disk.
// Without lines it commits the position alone from time to time, as a heartbeat.

import type { JournalChunkReader } from '@kurz/click-journal';
import type { JournalProgress, JournalShip, JournalHeartbeat } from '@kurz/click-stream';
import type { Clock } from '@kurz/process';
import type { TakenLines, TransactionBatcher } from './transaction-batcher';
import type { MarkedPosition, ShippedMarker } from './shipped-marker';
import type { ShipReport } from './ship-report';
import type { RefusedReason } from './starting-point';

export type ShipEnd =
  | { kind: 'closed' }
  | { kind: 'drained' }
  | { kind: 'taken' }
  | { kind: 'refused'; reason: RefusedReason }
  /** Closed before a further attempt, or a drain of a journal that cannot be read. */
  | { kind: 'failed'; error: unknown };

/** The number of partitions has changed: shipping continues through a new producer. */
type Outdated = { kind: 'outdated' };

export type ShipLoop = {
  /** Until the journal's end, a failure, or until it is closed. */
  shipOn: (ship: JournalShip, from: JournalProgress) => Promise<ShipEnd | Outdated>;
  /** The progress that was committed last; undefined before the first commit. */
  known: () => JournalProgress | undefined;
  /** The marker on the disk; undefined: there is none. */
  marked: (position: MarkedPosition | undefined) => void;
};

const NOTHING_TAKEN: TakenLines = { visits: 0, damaged: 0, isFull: false, emptiedAt: undefined };

/** A visit is stamped before it is written, and lines of one moment may be written in another order. */
const STAMPED_BEFORE_MS = 1_000;

/**
 * `emptiedAt`: when nothing was left of the journal; undefined when something is left, or that is not known. An earlier
 * heartbeat counts only when it lies in the past: otherwise a clock that was ahead would speak for visits that are
 * still to come.
 */
function heartbeatAt(
  at: number,
  { from, emptiedAt, isAtRest }: { from: JournalProgress; emptiedAt: number | undefined; isAtRest: boolean },
): JournalHeartbeat {
  const { until: before = 0 } = from.heartbeat ?? {};
  const until = emptiedAt === undefined ? (before < at ? before : 0) : emptiedAt - STAMPED_BEFORE_MS;
  return { until, at, isAtRest };
}

/** Returns a check that calls `look` once every `ms` at most. In between it resolves with true. */
function lookEvery(ms: number, look: () => Promise<boolean>): (now: number) => Promise<boolean> {
  let lookedAt = performance.now();
  return async (now) => {
    if (now - lookedAt <= ms) return true;
    lookedAt = now;
    return look();
  };
}

export type ShipLoopDeps = {
  reader: JournalChunkReader;
  batcher: TransactionBatcher;
  marker: ShippedMarker;
  report: ShipReport;
  clock: Clock;
  passed: (position: number) => void | Promise<void>;
  /** Ends early when the shipper is closed. */
  rest: (ms: number) => Promise<void>;
};

export function makeShipLoop(
  deps: ShipLoopDeps,
  config: {
    lingerMs: number;
    heartbeatMs: number;
    isDrain: boolean;
    closing: AbortSignal;
    giveUp: AbortSignal;
  },
): ShipLoop {
  const { reader, batcher, marker, report, clock, passed, rest } = deps;
  const { lingerMs, heartbeatMs, isDrain, closing, giveUp } = config;
  let known: JournalProgress | undefined;
  let isMarked = false;

  const heartbeatOf = (from: JournalProgress, emptiedAt: number | undefined, isAtRest = false) =>
    heartbeatAt(clock.now(), { from, emptiedAt, isAtRest });

  /**
   * A failed write is no error: Kafka has the position. A disk that the journal has filled takes no marker, and only
   * shipping makes room. The first marker must be written: it shows that Kafka's offset is this journal's.
   */
  const note = async (position: number) => {
    try {
      await marker.write(position);
      isMarked = true;
    } catch (error) {
      if (!isMarked) throw error;
      report.notNoted(error);
    }
  };

  const commit = async (ship: JournalShip, from: JournalProgress) => {
    const { next, taken } = batcher.begin();
    const reached = await ship.ship(from, next, () => heartbeatOf(from, taken.emptiedAt));
    known = reached;
    report.shipped(reached.position, taken);
    await passed(reached.position);
    await note(reached.position);
    return { reached, taken };
  };

  /** Commits the position alone: shows Kafka, and a predecessor, that this shipper ships now. */
  const commitAlone = async (ship: JournalShip, from: JournalProgress, heartbeat: JournalHeartbeat) => {
    const none = () => Promise.resolve(undefined);
    const reached = await ship.ship(from, none, () => heartbeat);
    known = reached;
    // segments that a killed predecessor shipped but did not remove
    await passed(reached.position);
    await note(reached.position);
    return reached;
  };

  const shipOn: ShipLoop['shipOn'] = async (ship, from) => {
    let progress = await commitAlone(ship, from, heartbeatOf(from, undefined));
    report.opened(progress.position);
    // the first reading is committed at once
    let committedAt = -Infinity;
    const isCurrent = lookEvery(heartbeatMs, ship.isCurrent);
    while (!giveUp.aborted) {
      const beganAt = performance.now();
      if (!(await isCurrent(beganAt))) return { kind: 'outdated' };
      const askedAt = clock.now();
      // asked before the journal is read: a writer that ends during the read may have written after it
      const isLast = isDrain || closing.aborted;
      const first = await reader.read(progress.position, { maxBytes: 1, maxLines: 1 });
      if (first.to === progress.position) {
        if (isLast || beganAt - committedAt > heartbeatMs) {
          progress = await commitAlone(ship, progress, heartbeatOf(progress, askedAt, isLast));
          report.shipped(progress.position, NOTHING_TAKEN);
          committedAt = beganAt;
        }
        if (isLast) return { kind: isDrain ? 'drained' : 'closed' };
        await rest(lingerMs);
        continue;
      }
      const { reached, taken } = await commit(ship, progress);
      progress = reached;
      committedAt = beganAt;
      batcher.succeeded();
      if (!taken.isFull) await rest(Math.max(0, beganAt + lingerMs - performance.now()));
    }
    return { kind: 'closed' };
  };

  return {
    shipOn,
    known: () => known,
    marked: (position) => {
      isMarked = position !== undefined;
    },
  };
}
