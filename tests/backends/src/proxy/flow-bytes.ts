// One direction of a proxied connection. What arrives is queued with its time and leaves when the conditions let it.

import { type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type NetworkConditions } from './network-conditions';
import { resetSocket } from './reset-socket';

/** Bytes that may wait here before the sender is paused, like a kernel's buffer. */
const MAX_WAITING = 256 * 1024;
const POLL_MS = 5;
/** A throttled flow sends a piece this often. */
const PIECE_MS = 20;

type Arrival = { at: number; bytes: Buffer } | { at: number; ending: 'end' | 'reset' };

/** Forwards to `to` all that `from` sends, and its end or reset. `take` returns the part of each piece to forward. */
export function flowBytes(
  from: Socket,
  to: Socket,
  conditions: NetworkConditions,
  take: (bytes: Buffer) => Buffer,
): void {
  const arrivals: Arrival[] = [];
  let waiting = 0;
  let isFlowing = false;

  const send = async (bytes: Buffer): Promise<void> => {
    for (let start = 0; start < bytes.length && !to.destroyed;) {
      while (conditions.isDark && !to.destroyed) await sleep(POLL_MS);
      const isThrottled = Number.isFinite(conditions.bytesPerSecond);
      const length = isThrottled
        ? Math.max(1, Math.floor((conditions.bytesPerSecond * PIECE_MS) / 1_000))
        : bytes.length;
      const piece = take(bytes.subarray(start, start + length));
      if (piece.length > 0) to.write(piece);
      start += length;
      if (isThrottled) await sleep(PIECE_MS);
    }
  };

  const flow = async (): Promise<void> => {
    for (let arrival = arrivals[0]; arrival && !to.destroyed; arrival = arrivals[0]) {
      const early = arrival.at + conditions.delayMs - Date.now();
      if (conditions.isDark || early > 0) {
        await sleep(conditions.isDark ? POLL_MS : Math.min(early, POLL_MS));
        continue;
      }
      arrivals.shift();
      if ('ending' in arrival) {
        if (arrival.ending === 'end') to.end();
        else resetSocket(to);
        return;
      }
      await send(arrival.bytes);
      waiting -= arrival.bytes.length;
      if (waiting < MAX_WAITING) from.resume();
    }
  };

  const arrive = (arrival: Arrival): void => {
    arrivals.push(arrival);
    if (isFlowing) return;
    isFlowing = true;
    void flow().finally(() => (isFlowing = false));
  };

  from.on('data', (bytes: Buffer) => {
    waiting += bytes.length;
    if (waiting >= MAX_WAITING) from.pause();
    arrive({ at: Date.now(), bytes });
  });
  let hasEnded = false;
  from.on('end', () => {
    hasEnded = true;
    arrive({ at: Date.now(), ending: 'end' });
  });
  from.on('close', () => {
    if (!hasEnded) arrive({ at: Date.now(), ending: 'reset' });
  });
}
