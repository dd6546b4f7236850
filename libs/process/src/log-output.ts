// Where log lines go: standard error, which may be a file on a full disk or a pipe whose reader is stalled. Writing
// never throws and never waits. Refused lines wait in memory, up to a limit, and are retried. Beyond the limit the
// newest lines are dropped.

import fs from 'node:fs';
import { hasErrorCode } from './error-codes';

export type LogOutput = {
  /** One or several whole lines. */
  write: (lines: string) => void;
};

const STANDARD_ERROR = 2;
const MAX_WAITING_LENGTH = 1024 ** 2;
const AGAIN_MS = 100;
/** Longest time that an ending process waits for the reader of a pipe; each successful write begins it anew. */
const LAST_MS = 2_000;
const LAST_AGAIN_MS = 10;

/** Writes synchronously while the process ends, when no callback runs any more. @throws the error of the write. */
function writeToTheEnd(fd: number, bytes: Buffer): void {
  let giveUpAt = performance.now() + LAST_MS;
  for (let rest = bytes; rest.length > 0;) {
    try {
      rest = rest.subarray(fs.writeSync(fd, rest));
      giveUpAt = performance.now() + LAST_MS;
    } catch (error) {
      if (!hasErrorCode(error, 'EAGAIN') || performance.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_AGAIN_MS);
    }
  }
}

export function makeLogOutput(fd: number): LogOutput {
  let waiting = '';
  /** The rest of the lines that are being written, or that were refused. */
  let rest = Buffer.alloc(0);
  let state: 'idle' | 'writing' | 'refused' = 'idle';

  const takeNext = () => {
    if (rest.length > 0 || waiting === '') return;
    rest = Buffer.from(waiting);
    waiting = '';
  };

  const writeOn = () => {
    takeNext();
    if (rest.length === 0) return;
    state = 'writing';
    fs.write(fd, rest, (error, written) => {
      state = error ? 'refused' : 'idle';
      if (error) return void setTimeout(writeOn, AGAIN_MS).unref();
      rest = rest.subarray(written);
      writeOn();
    });
  };

  const writeLast = () => {
    // a write in flight ends by itself, perhaps after what is written here
    const last = [state === 'writing' ? Buffer.alloc(0) : rest, Buffer.from(waiting)];
    try {
      writeToTheEnd(fd, Buffer.concat(last));
    } catch {
      // the lines are lost: there is no other place for them
    }
  };
  process.once('exit', writeLast);

  return {
    write: (lines) => {
      if (waiting.length + lines.length > MAX_WAITING_LENGTH) return;
      waiting += lines;
      if (state === 'idle') writeOn();
    },
  };
}

let shared: LogOutput | undefined;

/** The one output of the process. */
export const standardError = (): LogOutput => (shared ??= makeLogOutput(STANDARD_ERROR));
