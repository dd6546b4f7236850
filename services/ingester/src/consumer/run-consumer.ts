// The loop of one sink on one partition: wait, linger, step, again. A failed step is retried from the position in the
// sink's store, unless its error is not retriable. The first failure and the recovery are logged.

import { inSpan, SpanKind, type Log } from '@kurz/process';
import { InfrastructureError, retry, type Semaphore } from '@kurz/resilience';
import type { IngesterMetrics } from '../metrics/ingester-metrics';
import type { Sink } from '../sinks/sink';
import type { PartitionSource } from '../source/partition-source';
import { abortableWait } from '../waiting/abortable-wait';
import type { Linger } from './linger';

const RETRY = { minMs: 100, maxMs: 5_000 };
/** Wait after an empty batch although the stream has more: the bytes are on their way. */
const NOTHING_YET_MS = 20;

export type RunningConsumer = {
  /** The last known position; undefined until its store has answered. */
  position: () => number | undefined;
  /** Resolves when it has stopped, or counted all of a complete partition. Never rejects. */
  ended: Promise<void>;
};

type Deps = {
  source: PartitionSource;
  sink: Sink;
  linger: Linger;
  /** Bounds this sink's concurrent batches of all partitions. */
  permits: Semaphore;
  /** Whether another sink has aggregated the next batch, which then comes before others. */
  hasNext: () => boolean;
  log: Log;
  metrics: IngesterMetrics;
  signal: AbortSignal;
};

export function runConsumer(deps: Deps): RunningConsumer {
  const { source, sink, linger, permits, hasNext, log, metrics, signal } = deps;
  const { partition, isComplete } = source;
  const about = { consumer: sink.name, partition };
  const span = {
    name: `count ${sink.name}`,
    kind: SpanKind.CONSUMER,
    attributes: { 'kurz.consumer': sink.name, 'messaging.destination.partition.id': String(partition) },
  };
  let position: number | undefined;
  let isOpen = false;
  let isDown = false;

  const moveTo = (to: number) => {
    position = to;
    isOpen = true;
    metrics.position(sink.name, partition, to);
    return to;
  };
  const openAt = async () => moveTo(await sink.open());
  const goesOn = () => {
    if (!isDown) return;
    isDown = false;
    metrics.isDown(sink.name, partition, false);
    log.info({ event: 'consumer_goes_on', ...about });
  };
  const report = (error: unknown) => {
    if (isDown) return;
    isDown = true;
    metrics.isDown(sink.name, partition, true);
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ event: 'consumer_waits', ...about, reason, runbook: 'A consumer waits' });
  };
  /** Reports a failure within the span, so that the log line names the span. */
  const stepFrom = (from: number) =>
    inSpan(span, () =>
      sink.step(from).catch((error: unknown) => {
        const isFinal = error instanceof InfrastructureError && !error.retriable;
        if (!signal.aborted && !isFinal) report(error);
        throw error;
      }),
    );
  /** True at the end of a complete partition. */
  const step = async (): Promise<boolean> => {
    const from = position !== undefined && isOpen ? position : await openAt();
    isOpen = false;
    const release = await permits.take(signal, hasNext);
    const { position: to, isFull } = await stepFrom(from).finally(release);
    moveTo(to);
    goesOn();
    if (isComplete && to >= (await source.syncedEnd())) return true;
    if (to === from && !isFull) await abortableWait(NOTHING_YET_MS, [signal]);
    await source.waitForMore(to, signal);
    if (!isFull && !(await source.isBehind())) await linger.wait(signal);
    return false;
  };
  const onRetry = (error: unknown) => {
    metrics.failed(sink.name);
    report(error);
  };
  const run = async () => {
    while (!signal.aborted) {
      if (await retry(step, { ...RETRY, signal, onRetry })) return;
    }
  };
  const ended = run()
    .catch((error: unknown) => {
      if (signal.aborted) return;
      metrics.isDown(sink.name, partition, true);
      log.error({ event: 'consumer_ended', ...about, reason: String(error), runbook: 'A consumer waits' });
    })
    .then(() => {
      if (signal.aborted) metrics.left(sink.name, partition);
    });
  return { position: () => position, ended };
}
