// The worker's end of the channel: answers the primary's queries, and calls listeners for its orders.

import type { HealthCheck, Metrics } from '@kurz/process';
import { runHealthChecks } from '@kurz/process';
import { isToWorker, type ToPrimary, type ToWorker } from './worker-message';

export function sendToPrimary(message: ToPrimary): void {
  // a primary that has gone receives nothing; node:cluster ends this process then
  process.send?.(message, undefined, undefined, () => undefined);
}

/** Calls `listener` for the messages of one kind. */
export function onOrder(kind: 'drain' | 'stop', listener: () => void): void {
  process.on('message', (message: unknown) => {
    if (isToWorker(message) && message.kind === kind) listener();
  });
}

export function answerPrimary(deps: {
  checks: Readonly<Record<string, HealthCheck>>;
  metrics: Metrics;
}): void {
  const answer = async ({ id, about }: Extract<ToWorker, { kind: 'ask' }>) => {
    if (about === 'checks') sendToPrimary({ kind: 'checks', id, checks: await runHealthChecks(deps.checks) });
    else sendToPrimary({ kind: 'metrics', id, metrics: await deps.metrics.snapshot() });
  };
  process.on('message', (message: unknown) => {
    if (isToWorker(message) && message.kind === 'ask') void answer(message);
  });
}
