// Bounds a wait for a store's answer.

/** Runs `call`, aborting its signal when it ends or when `ms` have passed; throws when they have. */
export async function settleWithin<T>(ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // the race ends also where a client does not heed the signal
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([call(controller.signal), late]);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}
