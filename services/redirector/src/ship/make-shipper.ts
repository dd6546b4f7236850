// Ships the redirector's journal to Kafka: read, put into one transaction with the position, commit, again. Its states:
//
// opening: makes a producer, which fences its predecessor, and reads the committed position
// shipping
// waiting: after any error, longer each time; then opening again
// refused: the starting point is unknown; asked again every 30 s, so that the operator's command suffices
// closed, taken (a successor ships this journal), failed (a drain alone: the journal cannot be read): the ends

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openJournalChunkReader, openJournalReader } from '@kurz/click-journal';
import { isKafkaAway, openJournalShip, type StreamClient } from '@kurz/click-stream';
import { systemClock, type Clock, type Log } from '@kurz/process';
import { makeTransactionBatcher, MAX_MESSAGE_BYTES } from './transaction-batcher';
import { unpaced, type Throttle } from './make-throttle';
import { makeShipLoop, type ShipEnd } from './ship-loop';
import { makeShippedMarker } from './shipped-marker';
import { makeShipReport, type ShipState } from './ship-report';
import { startingPointOf } from './starting-point';

export type ShipperDeps = {
  kafka: StreamClient;
  log: Log;
  /** Default: the system's. */
  clock?: Clock;
  /** The rate of shipping; default: unlimited. The shipper releases it when it is closed. */
  throttle?: Throttle;
  /** Called when Kafka has everything before the position: that need not be kept. */
  passed: (position: number) => void | Promise<void>;
};

export type ShipperSettings = {
  directory: string;
  /** The journal's id. */
  journal: string;
  topic: string;
  /**
   * How long a batch of visits lingers before it is shipped, ms; each transaction costs about as much as 1,000 visits.
   */
  lingerMs: number;
  /** How often an idle journal sends a heartbeat, which says that it holds nothing back, ms; default: a minute. */
  heartbeatMs?: number;
  /** True for a journal without a writer: stops at its end, or when it cannot go on although Kafka answers. */
  isDrain: boolean;
  /** The position of the first line since the writer's start. Given only before any of these lines can be shipped. */
  firstPosition?: number;
  /** When the log said that the journal is refused, ms on the monotonic clock; default: it has not. */
  refusedSince?: number;
};

export type Shipper = {
  /** Runs until its end. Call once. */
  run: () => Promise<ShipEnd>;
  state: Readonly<ShipState>;
  /** Ships the visits that are in the journal by now, and ends. Visits not shipped in this time stay there. */
  close: (flushWithinMs: number) => Promise<void>;
};

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;
export const REFUSED_WAIT_MS = 30_000;
/**
 * A drain ends after so many failures in a row, not counting Kafka's absence. By then messages have shrunk to the least
 * size.
 */
const MAX_OWN_FAILURES = 6;
/** Also keeps Kafka from forgetting the offset, as it does with an idle group after 7 days by default. */
const HEARTBEAT_MS = 60_000;

/** Counts failures in a row, but not Kafka's absence. At the limit a drain makes no further attempt. */
function makeFailureLimit(isDrain: boolean) {
  let ownFailures = 0;
  return {
    progressed: () => void (ownFailures = 0),
    failed: (error: unknown) => void (ownFailures = isKafkaAway(error) ? 0 : ownFailures + 1),
    isReached: () => isDrain && ownFailures >= MAX_OWN_FAILURES,
  };
}

export function makeShipper(deps: ShipperDeps, settings: ShipperSettings): Shipper {
  const { directory, journal, topic, lingerMs, isDrain, heartbeatMs = HEARTBEAT_MS } = settings;
  const report = makeShipReport(deps, settings);
  const marker = makeShippedMarker(directory);
  const reader = openJournalChunkReader({ directory, maxBytes: MAX_MESSAGE_BYTES });
  const { clock = systemClock, throttle = unpaced } = deps;
  const batcher = makeTransactionBatcher(reader, clock, throttle);
  const identity = { journal, topic, shipper: randomUUID() };
  const closing = new AbortController();
  const giveUp = new AbortController();

  /** Ends early when the shipper is closed. */
  const rest = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined);

  const loop = makeShipLoop(
    { reader, batcher, marker, report, clock, passed: deps.passed, rest },
    { lingerMs, heartbeatMs, isDrain, closing: closing.signal, giveUp: giveUp.signal },
  );

  const beginOf = async () => {
    const whole = openJournalReader({ directory });
    return whole.begin().finally(() => whole.close());
  };

  const shipOnce = async () => {
    const marked = await marker.read();
    if (marked !== 'lost') report.marked(marked);
    loop.marked(marked);
    const opened = await openJournalShip(deps.kafka, identity, loop.known());
    if (opened.kind === 'taken') {
      report.taken(opened.by.shipper);
      return { kind: 'taken' } as const;
    }
    const { ship } = opened;
    try {
      const first = loop.known() === undefined ? settings.firstPosition : undefined;
      const point = startingPointOf({ found: ship.found, marked, begin: await beginOf(), first });
      if (point.kind === 'known') return await loop.shipOn(ship, point.progress);
      report.refused(point.reason);
      return point;
    } finally {
      // not awaited: a frozen broker would hold it
      void ship.close();
    }
  };

  const attempt = async (): Promise<ShipEnd> => {
    let end = await shipOnce();
    while (end.kind === 'outdated') end = await shipOnce();
    return end;
  };

  /** Ends on a failure only when no further attempt is due. */
  const runAttempts = async (): Promise<ShipEnd> => {
    const failureLimit = makeFailureLimit(isDrain);
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(MAX_WAIT_MS, waitMs * 2)) {
      const shippedBefore = report.state.shippedVisits;
      const end = await attempt().catch((error: unknown): ShipEnd => ({ kind: 'failed', error }));
      if (end.kind === 'failed') {
        report.failed(end.error);
        batcher.failed();
        failureLimit.failed(end.error);
      }
      if (report.state.shippedVisits > shippedBefore) {
        waitMs = FIRST_WAIT_MS;
        failureLimit.progressed();
      }
      const isWorthAnother =
        (end.kind === 'failed' && !failureLimit.isReached()) ||
        (end.kind === 'refused' && !isDrain && !closing.signal.aborted);
      if (!isWorthAnother || giveUp.signal.aborted) return end;
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
      throttle.release();
      const timeout = sleep(flushWithinMs, undefined, { signal: giveUp.signal }).catch(() => undefined);
      await Promise.race([running, timeout]);
      giveUp.abort();
    },
  };
}
