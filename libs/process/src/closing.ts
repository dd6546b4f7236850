// Each part returns its `close` when it opens. Closing runs them in reverse order, so that nothing is closed while
// another part uses it.

/** A stack of things to close. */
export type Closing = {
  add: (name: string, close: () => Promise<void> | void) => void;
  /** Adds a part when it has opened. Closes it at once when everything else is already closed. */
  keep: <Opened extends { close: () => Promise<void> }>(
    name: string,
    opening: Promise<Opened>,
  ) => Promise<Opened>;
  /** Closes everything, last opened first, once; goes on after a failure and throws the first one at the end. */
  close: () => Promise<void>;
};

type OnCloseError = (name: string, error: unknown) => void;

export function makeClosing(onError?: OnCloseError): Closing {
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
  const add: Closing['add'] = (name, close) => void stack.push({ name, close });
  return {
    add,
    keep: async (name, opening) => {
      const opened = await opening;
      add(name, opened.close);
      // another part has failed meanwhile
      if (closed) await closeAll();
      return opened;
    },
    close: () => (closed ??= closeAll()),
  };
}

/** Closes what `open` has added when it fails; else the caller closes it. @throws what `open` throws. */
export async function openedOrClosed<Opened>(
  open: (closing: Closing) => Promise<Opened>,
  onError?: OnCloseError,
): Promise<Opened> {
  const closing = makeClosing(onError);
  try {
    return await open(closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}
