// Tells whether a promise settles in a given time: a call to a frozen or black-holed server must not.

/** Resolves with true when `promise` is fulfilled or rejected within `ms`. Later, `promise` may still settle. */
export function settledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const settle = () => {
      clearTimeout(timer);
      resolve(true);
    };
    promise.then(settle, settle);
  });
}
