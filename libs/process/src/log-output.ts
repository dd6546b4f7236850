// Where log lines go: standard error, which may be a file on a full disk or a pipe whose reader stands still. Writing
// never throws and never waits. What is refused waits in memory, up to a limit, and is tried again; behind the limit the
// newest lines are dropped.

import fs from 'node:fs';

export type LogOutput = {
  /** One or several whole lines. */
  write: (lines: string) => void;
};

const STANDARD_ERROR = 2;
const MOST_WAITING = 1024 ** 2;
const AGAIN_MS = 100;

export function makeLogOutput(fd: number): LogOutput {
  let waiting = '';
  /** What is left of the lines that are written now, or that were refused. */
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
    // it leaves by itself
    if (state === 'writing') rest = Buffer.alloc(0);
    try {
      for (takeNext(); rest.length > 0; takeNext()) rest = rest.subarray(fs.writeSync(fd, rest));
    } catch {
      // nothing is left that could take them
    }
  };
  process.once('exit', writeLast);

  return {
    write: (lines) => {
      if (waiting.length + lines.length > MOST_WAITING) return;
      waiting += lines;
      if (state === 'idle') writeOn();
    },
  };
}

let shared: LogOutput | undefined;

/** The process has one. */
export const standardError = (): LogOutput => (shared ??= makeLogOutput(STANDARD_ERROR));
