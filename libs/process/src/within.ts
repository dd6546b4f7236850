// A bound on waiting. The call itself goes on; its late ending is not heard of.
//
// The wait is counted in slices, each begun when the one before has ended: a process that stood still, or was frozen,
// lost one slice and then hears of the answers that came meanwhile, where one long timer would end before they are read.

const SLICES = 10;

/** Nobody answered in time, though this process was there to hear it. */
export class NoAnswerError extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
    this.name = 'NoAnswerError';
  }
}

/** @throws NoAnswerError */
export function within<T>(ms: number, call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let slices = 0;
    let timer: NodeJS.Timeout;
    const wait = () => {
      if (slices++ === SLICES) reject(new NoAnswerError(ms));
      else timer = setTimeout(wait, ms / SLICES);
    };
    wait();
    const end = () => clearTimeout(timer);
    call.then(resolve, reject).then(end, end);
  });
}
