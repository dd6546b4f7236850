// The connection on which this process receives changes, and whether it receives all of them (connected).
//
// cut: no connection, or not subscribed; a lost connection is cut at once. When Redis refuses the subscription to its
//   user, it is asked again on the same connection, with each heartbeat
// listening: subscribed, all listeners notified of the gap
// connected: a heartbeat sent less than `connectedMs` ago came back
//
// A heartbeat is a message that this process publishes on its other connection, to its own channel. Redis delivers in
// order, so everything published before it on the server of the writes has arrived. None is sent while that server
// refuses writes: a primary without its replicas (`min-replicas-to-write`) proves nothing. Time is the monotonic clock.
//
// FLUSHALL removes the epoch with all entries. A server that kept running has passed on each change, so that is no gap.

import { performance } from 'node:perf_hooks';
import { randomBase62, type Log } from '@kurz/process';
import type { Redis } from 'ioredis';
import type { ChangeListeners } from './change-listeners';
import { decodeChangedKey } from './changed-key-text';
import type { CurrentEpoch } from './current-epoch';
import { CHANGES_CHANNEL } from './put-entry';

export type ChangeChannel = {
  isConnected: () => boolean;
  /** Resolves when it is connected, or after `timeoutMs`. */
  waitForConnection: (timeoutMs: number) => Promise<void>;
  close: () => Promise<void>;
};

/** Resolves when all in `waiting` are woken, or after `ms`. */
const waitAmong = (waiting: Set<() => void>, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      clearTimeout(end);
      waiting.delete(wake);
      resolve();
    };
    const end = setTimeout(wake, ms);
    waiting.add(wake);
  });

/** `refused`: the user has no right to the channels, on any connection. */
type SubscribeOutcome = { kind: 'subscribed' | 'failed' } | { kind: 'refused'; reason: string };

async function trySubscribe(subscriber: Redis, channels: readonly string[]): Promise<SubscribeOutcome> {
  try {
    await subscriber.subscribe(...channels);
    return { kind: 'subscribed' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return reason.startsWith('NOPERM') ? { kind: 'refused', reason } : { kind: 'failed' };
  }
}

export function openChangeChannel(
  deps: {
    redis: Redis;
    subscriber: Redis;
    epoch: Pick<CurrentEpoch, 'fetch'>;
    /** Whether only the entries were lost between two epochs. */
    isEmptied: (before: string, now: string) => boolean;
    listeners: ChangeListeners;
    log: Log;
  },
  config: { heartbeatMs: number; connectedMs: number },
): ChangeChannel {
  const { redis, subscriber, epoch, isEmptied, listeners, log } = deps;
  const heartbeatChannel = `kurz:beat:${randomBase62(12)}`;
  const waiting = new Set<() => void>();
  let [isListening, isRefused, isClosed] = [false, false, false];
  let heartbeatAt = -Infinity;
  let heardIn = '';

  const isConnected = () => isListening && performance.now() - heartbeatAt <= config.connectedMs;

  const gap = () => {
    heartbeatAt = -Infinity;
    listeners.notifyMissed();
  };

  /** Reconnects and subscribes again. */
  const leave = () => {
    if (!isClosed && subscriber.status === 'ready') subscriber.disconnect(true);
  };

  const sendHeartbeat = async () => {
    try {
      const now = await epoch.fetch();
      if (heardIn !== '' && heardIn !== now) (isEmptied(heardIn, now) ? listeners.notifyEmptied : gap)();
      heardIn = now;
      if (!isListening) return;
      const receivers = await redis.publish(heartbeatChannel, String(performance.now()));
      // the connection leads to a server that is not the one that changes are written to
      if (receivers === 0 && isListening) leave();
    } catch {
      // no heartbeat: not connected
    }
  };

  const listen = async () => {
    const outcome = await trySubscribe(subscriber, [CHANGES_CHANNEL, heartbeatChannel]);
    if (outcome.kind === 'refused' && !isRefused)
      log.warn({ event: 'changes_not_heard', reason: outcome.reason });
    isRefused = outcome.kind === 'refused';
    if (outcome.kind === 'failed') leave();
    if (outcome.kind !== 'subscribed') return;
    if (isClosed || subscriber.status !== 'ready') return;
    isListening = true;
    gap();
    await sendHeartbeat();
  };

  const onReady = () => void listen();
  const onClose = () => {
    isListening = false;
    heartbeatAt = -Infinity;
  };
  const onMessage = (channel: string, message: string) => {
    if (channel === CHANGES_CHANNEL) listeners.notifyChange(decodeChangedKey(message));
    if (channel !== heartbeatChannel || !isListening) return;
    heartbeatAt = Math.max(heartbeatAt, Number(message));
    for (const wake of [...waiting]) wake();
  };

  subscriber.on('ready', onReady);
  subscriber.on('close', onClose);
  subscriber.on('message', onMessage);
  if (subscriber.status === 'ready') onReady();
  const beat = () => (isRefused && subscriber.status === 'ready' ? listen() : sendHeartbeat());
  const timer = setInterval(() => void beat(), config.heartbeatMs).unref();

  return {
    isConnected,
    waitForConnection: (timeoutMs) => waitAmong(waiting, isConnected() ? 0 : timeoutMs),
    close: async () => {
      isClosed = true;
      isListening = false;
      clearInterval(timer);
      for (const wake of [...waiting]) wake();
      subscriber.off('ready', onReady);
      subscriber.off('close', onClose);
      subscriber.off('message', onMessage);
      await subscriber.unsubscribe(CHANGES_CHANNEL, heartbeatChannel).catch(() => undefined);
    },
  };
}
