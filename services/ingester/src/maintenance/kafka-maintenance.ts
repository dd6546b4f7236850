// Maintenance beside counting on Kafka: up to which time the counts are complete, how far the consumers lag, and
// keeping their committed offsets from expiring.

import type { OffsetRange } from '@kurz/click-stream';
import type { Log } from '@kurz/process';
import type { Lag, Staleness } from '../metrics/stream-metrics';
import { CONSUMER_NAMES, type ConsumerName } from '../source/consumer-name';
import type { RunningSession, RunningSessions } from '../consumer/running-sessions';

/** Where a partition ended at a time, ms on the monotonic clock. A new mark is set when this one is passed. */
type Mark = { end: number; at: number };

/** Kafka forgets the offsets of an idle group, after 7 days by default. */
const RECOMMIT_MS = 24 * 3_600_000;

type Deps = {
  groups: Record<ConsumerName, RunningSessions>;
  ranges: () => Promise<ReadonlyMap<number, OffsetRange>>;
  /** Called in each round. */
  moveWatermark: () => Promise<void>;
  log: Log;
};

export function makeKafkaMaintenance(
  { groups, ranges, moveWatermark, log }: Deps,
  { recommitMs = RECOMMIT_MS }: { recommitMs?: number },
): {
  tick: () => Promise<void>;
  lags: () => readonly Lag[];
  staleness: () => readonly Staleness[];
} {
  let ends: ReadonlyMap<number, OffsetRange> = new Map();
  const busy = new WeakSet<RunningSession>();
  const begunAt = new WeakMap<RunningSession, number>();
  const marks = new WeakMap<RunningSession, Mark>();

  const commitBesides = (running: RunningSession, commit: () => Promise<void>) => {
    if (busy.has(running)) return;
    busy.add(running);
    commit()
      .catch((error: unknown) => log.debug({ event: 'offset_not_committed', reason: String(error) }))
      .finally(() => busy.delete(running));
  };
  // The stores of hits and live have the true position; Kafka's tools compute the lag from this one.
  const commitPosition = (running: RunningSession) => {
    const position = running.loop.position();
    const { session } = running;
    if (position === undefined || session.lastCommit()?.offset === position) return;
    commitBesides(running, () => session.commit(position, ''));
  };
  const recommitAtTimes = (running: RunningSession) => {
    const now = performance.now();
    const since = Math.max(begunAt.get(running) ?? now, running.session.lastCommit()?.at ?? 0);
    if (!begunAt.has(running)) begunAt.set(running, now);
    if (now - since < recommitMs) return;
    begunAt.set(running, now);
    commitBesides(running, running.recommit ?? (() => running.session.recommit()));
  };

  const isPassed = ({ loop }: RunningSession, { end }: Mark) => (loop.position() ?? -1) >= end;
  const setMark = (running: RunningSession) => {
    const end = ends.get(running.session.partition)?.end;
    const mark = marks.get(running);
    if (end !== undefined && (!mark || isPassed(running, mark)))
      marks.set(running, { end, at: performance.now() });
  };
  /** For how long it has lacked messages that Kafka holds. */
  const staleMsOf = (running: RunningSession) => {
    const mark = marks.get(running);
    return mark && !isPassed(running, mark) ? performance.now() - mark.at : 0;
  };

  return {
    tick: async () => {
      ends = await ranges();
      for (const name of CONSUMER_NAMES) for (const running of groups[name].all()) setMark(running);
      for (const running of [...groups.hits.all(), ...groups.live.all()]) commitPosition(running);
      for (const name of CONSUMER_NAMES) for (const running of groups[name].all()) recommitAtTimes(running);
      await moveWatermark();
    },
    staleness: () =>
      CONSUMER_NAMES.map((consumer) => ({
        consumer,
        seconds: Math.max(0, ...groups[consumer].all().map(staleMsOf)) / 1_000,
      })),
    lags: () =>
      CONSUMER_NAMES.flatMap((consumer) =>
        groups[consumer].all().flatMap(({ session: { partition }, loop }): Lag[] => {
          const end = ends.get(partition)?.end;
          const position = loop.position();
          if (end === undefined || position === undefined) return [];
          return [{ consumer, partition, messages: Math.max(0, end - position) }];
        }),
      ),
  };
}
