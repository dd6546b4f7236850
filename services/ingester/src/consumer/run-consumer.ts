// The loop of one consumer on one partition: wait, gather, step, again. A step that fails is repeated without end, from
// the position that the consumer's store has; it is logged when it begins to fail and when it goes on.

import { type Log } from '@kurz/process';
import { retry } from '@kurz/resilience';
import type { IngesterMetrics } from '../metrics/ingester-metrics';
import type { Consumer } from '../sinks/consumer';
import type { ClickSource, SourcePartition } from '../source/click-source';
import { abortableWait } from '../waiting/abortable-wait';
import type { Semaphore } from '@kurz/resilience';
import type { Gathering } from './gathering';

const RETRY = { minMs: 100, maxMs: 5_000 };
/** The stream says that there is more and gave none: the bytes are on their way. */
const NOTHING_YET_MS = 20;

export type RunningConsumer = {
  /** Last known; undefined before its store was asked. */
  position: () => number | undefined;
  /** Resolves when it has stopped, or counted all of a complete partition. Never rejects. */
  ended: Promise<void>;
};

type Deps = {
  source: ClickSource;
  consumer: Consumer;
  gathering: Gathering;
  /** This consumer's. */
  inHand: Semaphore;
  log: Log;
  metrics: IngesterMetrics;
  signal: AbortSignal;
};

export function runConsumer(deps: Deps, { partition, isComplete }: SourcePartition): RunningConsumer {
  const { source, consumer, gathering, inHand, log, metrics, signal } = deps;
  const about = { consumer: consumer.name, partition };
  let position: number | undefined;
  let isOpen = false;
  let isDown = false;

  const moveTo = (to: number) => {
    position = to;
    isOpen = true;
    metrics.position(consumer.name, partition, to);
    return to;
  };
  const openAt = async () => moveTo(await consumer.open(partition));
  const goesOn = () => {
    if (!isDown) return;
    isDown = false;
    metrics.isDown(consumer.name, partition, false);
    log.info({ event: 'consumer_goes_on', ...about });
  };
  /** True at the end of a complete partition. */
  const step = async (): Promise<boolean> => {
    const from = position !== undefined && isOpen ? position : await openAt();
    isOpen = false;
    const putDown = await inHand.take(signal, () => source.isAtHand?.(partition) === true);
    const { position: to, isFull } = await consumer.step(partition, from).finally(putDown);
    moveTo(to);
    goesOn();
    if (isComplete && to >= (await source.durableEnd(partition))) return true;
    if (to === from && !isFull) await abortableWait(NOTHING_YET_MS, [signal]);
    await source.waitForMore(partition, to, signal);
    if (!isFull && !(await source.isBehind?.(partition))) await gathering.wait(signal);
    return false;
  };
  const onRetry = (error: unknown) => {
    metrics.failed(consumer.name);
    if (isDown) return;
    isDown = true;
    metrics.isDown(consumer.name, partition, true);
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ event: 'consumer_waits', ...about, reason, runbook: 'A consumer waits' });
  };
  const run = async () => {
    while (!signal.aborted) {
      if (await retry(step, { ...RETRY, signal, onRetry })) return;
    }
  };
  const ended = run().catch((error: unknown) => {
    if (signal.aborted) {
      // it is another's concern now, or nobody's
      if (isDown) metrics.isDown(consumer.name, partition, false);
      return;
    }
    metrics.isDown(consumer.name, partition, true);
    log.error({ event: 'consumer_ended', ...about, reason: String(error), runbook: 'A consumer waits' });
  });
  return { position: () => position, ended };
}
