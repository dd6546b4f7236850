// The redirector's journal goes into Kafka: read, put into one transaction with the position, commit, again.
//
// States: opening (a producer is made, which fences the one before, and the committed position is read), shipping,
// waiting (after any error, a little longer each time; then opening again), refused (where to go on is not known; asked
// again every 30 s, so that the operator's command suffices), and the two ends: closed, taken (a successor ships this).

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openJournalChunkReader, openJournalReader } from '@kurz/click-journal';
import {
  openJournalShip,
  type JournalProgress,
  type JournalShip,
  type JournalSign,
  type openKafka,
} from '@kurz/click-stream';
import { systemClock, type Clock, type Log } from '@kurz/process';
import { makeChunkSupply, MOST_MESSAGE_BYTES } from './chunk-supply';
import { unpaced, type Pace } from './make-pace';
import { makeShippedMarker } from './shipped-marker';
import { makeShipReport, type ShipState } from './ship-report';
import { startingPointOf, type RefusedReason } from './starting-point';

export type ShipperDeps = {
  kafka: ReturnType<typeof openKafka>;
  log: Log;
  /** The system's unless told. */
  clock?: Clock;
  /** How fast visits may go; as fast as they can unless told. The shipper lifts it when it is closed. */
  pace?: Pace;
  /** Kafka has everything before the position: it need not be kept. */
  passed: (position: number) => void | Promise<void>;
};

export type ShipperSettings = {
  directory: string;
  /** The journal's id. */
  journal: string;
  topic: string;
  /** How long visits may gather before they are shipped, ms; each transaction costs about as much as 1,000 visits. */
  gatherMs: number;
  /** How often an idle journal says that it holds nothing back, ms; a minute unless told. */
  signMs?: number;
  /** True for a journal that nobody writes: ends at its end, or as soon as it cannot go on. */
  isDrain: boolean;
};

export type ShipEnd =
  | { kind: 'closed' }
  | { kind: 'drained' }
  | { kind: 'taken' }
  | { kind: 'refused'; reason: RefusedReason }
  /** Closed before it could do better. */
  | { kind: 'failed'; error: unknown };

export type Shipper = {
  /** Runs until its end. Call once. */
  run: () => Promise<ShipEnd>;
  state: Readonly<ShipState>;
  /** Ships what is in the journal by now and ends; whatever is not done in this time is left. */
  close: (flushWithinMs: number) => Promise<void>;
};

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
const REFUSED_WAIT_MS = 30_000;
/** Also keeps Kafka from forgetting the offset, as it does with an idle group after 7 days unless told otherwise. */
const SIGN_MS = 60_000;
/** A visit is stamped before it is written, and lines of one moment may be written in another order. */
const STAMPED_BEFORE_MS = 1_000;

export function makeShipper(deps: ShipperDeps, settings: ShipperSettings): Shipper {
  const { directory, journal, topic, gatherMs, isDrain, signMs = SIGN_MS } = settings;
  const report = makeShipReport(deps, settings);
  const marker = makeShippedMarker(directory);
  const reader = openJournalChunkReader({ directory, mostBytes: MOST_MESSAGE_BYTES });
  const { clock = systemClock, pace = unpaced } = deps;
  const supply = makeChunkSupply(reader, clock, pace);
  const identity = { journal, topic, shipper: randomUUID() };
  const closing = new AbortController();
  const giveUp = new AbortController();
  let known: JournalProgress | undefined;
  let isMarked = false;

  /** Ends early when the shipper is closed. */
  const rest = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined);

  /** Nothing was left of the journal at `emptiedAt`; undefined: there is, or that is not known. */
  const signOf = (from: JournalProgress, emptiedAt: number | undefined, isAtRest = false): JournalSign => {
    const before = from.sign?.until ?? 0;
    const until = emptiedAt === undefined ? before : Math.max(before, emptiedAt - STAMPED_BEFORE_MS);
    return { until, at: clock.now(), isAtRest };
  };

  /**
   * An older note does as well, for Kafka knows how far it is: a disk that the journal itself has filled takes none, and
   * nothing would ever make room if that stopped the shipping. The first tells whose Kafka's offset is.
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
    const { next, taken } = supply.begin();
    const reached = await ship.ship(from, next, () => signOf(from, taken.emptiedAt));
    known = reached;
    report.shipped(reached.position, taken);
    await deps.passed(reached.position);
    await note(reached.position);
    return { reached, taken };
  };

  /** The position alone: tells Kafka, and a predecessor, who ships now. */
  const commitAlone = async (ship: JournalShip, from: JournalProgress, sign: JournalSign) => {
    const none = () => Promise.resolve(undefined);
    const reached = await ship.ship(from, none, () => sign);
    known = reached;
    // what a predecessor shipped and was killed before it removed
    await deps.passed(reached.position);
    await note(reached.position);
    report.shipped(reached.position, { visits: 0, damaged: 0, isFull: false, emptiedAt: undefined });
    return reached;
  };

  const shipOn = async (ship: JournalShip, from: JournalProgress): Promise<ShipEnd> => {
    let progress = await commitAlone(ship, from, signOf(from, undefined));
    // what the first reading finds is told at once
    let committedAt = -Infinity;
    while (!giveUp.signal.aborted) {
      const beganAt = performance.now();
      const askedAt = clock.now();
      const first = await reader.read(progress.position, { maxBytes: 1, maxLines: 1 });
      if (first.to === progress.position) {
        const isLast = isDrain || closing.signal.aborted;
        if (isLast || beganAt - committedAt > signMs) {
          progress = await commitAlone(ship, progress, signOf(progress, askedAt, isLast));
          committedAt = beganAt;
        }
        if (isLast) return { kind: isDrain ? 'drained' : 'closed' };
        await rest(gatherMs);
        continue;
      }
      const { reached, taken } = await commit(ship, progress);
      progress = reached;
      committedAt = beganAt;
      supply.succeeded();
      if (!taken.isFull) await rest(Math.max(0, beganAt + gatherMs - performance.now()));
    }
    return { kind: 'closed' };
  };

  const beginOf = async () => {
    const whole = openJournalReader({ directory });
    return whole.begin().finally(() => whole.close());
  };

  const attempt = async (): Promise<ShipEnd> => {
    const marked = await marker.read();
    report.marked(marked);
    isMarked = marked !== undefined;
    const opened = await openJournalShip(deps.kafka, identity, known);
    if (opened.kind === 'taken') {
      report.taken(opened.by.shipper);
      return { kind: 'taken' };
    }
    const { ship } = opened;
    try {
      const point = startingPointOf({ found: ship.found, marked, begin: await beginOf() });
      if (point.kind === 'known') return await shipOn(ship, point.progress);
      report.refused(point.reason);
      return point;
    } finally {
      // not awaited: a frozen broker would hold it
      void ship.close();
    }
  };

  /** Ends on a failure only when nothing more is waited for. */
  const runAttempts = async (): Promise<ShipEnd> => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
      const shippedBefore = report.state.shippedVisits;
      const end = await attempt().catch((error: unknown): ShipEnd => ({ kind: 'failed', error }));
      if (end.kind === 'failed') {
        report.failed(end.error);
        supply.failed();
      }
      const isWorthAnother =
        end.kind === 'failed' || (end.kind === 'refused' && !isDrain && !closing.signal.aborted);
      if (!isWorthAnother || giveUp.signal.aborted) return end;
      if (report.state.shippedVisits > shippedBefore) waitMs = FIRST_WAIT_MS;
      if (end.kind === 'refused') await rest(REFUSED_WAIT_MS);
      else if (closing.signal.aborted) await sleep(FIRST_WAIT_MS);
      else await rest(waitMs * (0.5 + Math.random()));
    }
  };

  let running: Promise<ShipEnd> | undefined;

  return {
    run: () => (running ??= runAttempts().finally(() => reader.close())),
    state: report.state,
    close: async (flushWithinMs) => {
      closing.abort();
      pace.lift();
      const timeout = sleep(flushWithinMs, undefined, { signal: giveUp.signal }).catch(() => undefined);
      await Promise.race([running, timeout]);
      giveUp.abort();
    },
  };
}
