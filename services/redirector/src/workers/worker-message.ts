// The messages between the primary process and its workers.

import type { MetricsSnapshot } from '@kurz/process';

export type ToWorker =
  /** Keep answering, but close each connection after its next answer. */
  | { kind: 'drain' }
  /** Finish the work that is there, and end. */
  | { kind: 'stop' }
  | { kind: 'ask'; id: number; about: 'checks' | 'metrics' };

export type ToPrimary =
  /** Visitors are answered from now on. */
  | { kind: 'started' }
  | { kind: 'checks'; id: number; checks: Record<string, boolean> }
  | { kind: 'metrics'; id: number; metrics: MetricsSnapshot };

/** Both ends are of one build: the kind is enough to decode. */
const isOneOf = (message: unknown, kinds: readonly string[]) =>
  typeof message === 'object' &&
  message !== null &&
  'kind' in message &&
  kinds.includes(String(message.kind));

export const isToWorker = (message: unknown): message is ToWorker =>
  isOneOf(message, ['drain', 'stop', 'ask']);

export const isToPrimary = (message: unknown): message is ToPrimary =>
  isOneOf(message, ['started', 'checks', 'metrics']);
