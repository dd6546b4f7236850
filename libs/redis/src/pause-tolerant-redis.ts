// A connection whose command timeouts do not count pauses of this process. After a pause one long timer would expire
// before the answer is read: a start, which blocks the event loop for a while, would take Redis for lost.

import { Redis, type Command } from 'ioredis';

/**
 * The wait is counted in slices, each begun when the one before has ended: a pause costs one slice, and then replies
 * are read.
 */
const SLICES = 5;

/** The message of ioredis's own timeout. */
export const COMMAND_TIMED_OUT = 'Command timed out';

function failUnlessAnswered(command: Command, ms: number): void {
  let slices = 0;
  const wait = () => {
    if (slices++ === SLICES) command.reject(new Error(COMMAND_TIMED_OUT));
    // ioredis clears this timer when the command ends; a timer that stays would keep the command in memory
    else command['_commandTimeoutTimer'] = setTimeout(wait, ms / SLICES);
  };
  wait();
}

/** Sends all writes of this turn in one system call, not in one per command. */
function writeTogether(socket: Redis['stream'] | undefined): void {
  if (!socket || socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}

export class PauseTolerantRedis extends Redis {
  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    command.setTimeout = (ms) => failUnlessAnswered(command, ms);
    if (this.status === 'ready') writeTogether(this.stream);
    return super.sendCommand(command, stream);
  }
}
