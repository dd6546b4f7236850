// A connection whose command timeouts do not count pauses of this process. After a pause one long timer would expire
// before the answer is read: a start, which blocks the event loop for a while, would take Redis for lost.

import { Redis, type Command } from 'ioredis';

/** The wait is counted in slices, each begun when the one before has ended: a pause costs one, and then answers are read. */
const SLICES = 5;

/** As ioredis's own time limit says it. */
export const COMMAND_TIMED_OUT = 'Command timed out';

function failUnlessAnswered(command: Command, ms: number): void {
  let slices = 0;
  const wait = () => {
    if (slices++ === SLICES) command.reject(new Error(COMMAND_TIMED_OUT));
    // ioredis clears this one when the command ends; one that stays keeps the command in memory
    else command['_commandTimeoutTimer'] = setTimeout(wait, ms / SLICES);
  };
  wait();
}

/** What is written until the end of this turn leaves in one call of the system, not in one for each command. */
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
