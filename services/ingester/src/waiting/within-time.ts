// A time limit for a call to a store that may accept it and never answer.

/** Rejects after `ms`; the call itself goes on, and its outcome is dropped. */
export function withinTime<T>(ms: number, call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
    call.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
