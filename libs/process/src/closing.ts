// What opens returns its close; Closing runs them in reverse order, so that nothing is closed under its user.

/** A stack of things to close. */
export type Closing = {
  add: (name: string, close: () => Promise<void> | void) => void;
  /** Closes everything, last opened first, once; goes on after a failure and throws the first one at the end. */
  close: () => Promise<void>;
};

export function makeClosing(onError?: (name: string, error: unknown) => void): Closing {
  const stack: { name: string; close: () => Promise<void> | void }[] = [];
  let closed: Promise<void> | undefined;
  const closeAll = async () => {
    const errors: unknown[] = [];
    for (let entry = stack.pop(); entry; entry = stack.pop()) {
      try {
        await entry.close();
      } catch (error) {
        onError?.(entry.name, error);
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  };
  return {
    add: (name, close) => void stack.push({ name, close }),
    close: () => (closed ??= closeAll()),
  };
}
