// Gives up a connection attempt at its time limit. The wait is counted in slices, each begun when the one before has
// ended. ioredis's own `connectTimeout`, one long timer, expires before this process sees a connection that was made
// while it stood still: a start that loads for a second while it connects would take Redis for lost. While sentinels
// are asked for the server there is no socket, and nothing to give up.

import type { Redis } from 'ioredis';

const SLICES = 5;

// `stream` is undefined before the first connection, whatever its type says
const hasNoSocket = ({ stream }: { stream?: Redis['stream'] }) => stream?.destroyed !== false;

export function enforceConnectTimeout(redis: Redis, ms: number): void {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  redis.on('connecting', () => {
    stop();
    let slices = 0;
    const wait = () => {
      if (redis.status !== 'connecting') return;
      if (hasNoSocket(redis) || slices++ < SLICES) {
        timer = setTimeout(wait, ms / SLICES);
        return;
      }
      redis.emit('error', new Error('connect ETIMEDOUT'));
      redis.disconnect(true);
    };
    wait();
  });
  for (const event of ['connect', 'close', 'end']) redis.on(event, stop);
}
