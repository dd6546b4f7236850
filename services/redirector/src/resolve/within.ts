// A bound on waiting. The call itself goes on; its late ending is not heard of.

export function within<T>(ms: number, call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
    const end = () => clearTimeout(timer);
    call.then(resolve, reject).then(end, end);
  });
}
