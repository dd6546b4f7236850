// Bounds the bytes that requests hold in this process: bodies, and answers that their clients have not taken. Each
// principal (workspace, person or address) has a limit, and so has the process. The last quarter of the process's is
// for principals that hold little: those that hold much never take it.

export type OverBudget = 'principal' | 'process';

/** What one request holds. */
export type Hold = {
  /** Takes the bytes, or says whose limit stands against it. One request alone may be larger than a limit. */
  take: (bytes: number) => OverBudget | undefined;
  /** Takes them whatever is held already: for what cannot be refused any more. Less than 0: gives some back. */
  takeAnyway: (bytes: number) => void;
  /** Gives everything back; later calls do nothing. */
  release: () => void;
};

export type ByteBudget = {
  open: (principal: string) => Hold;
  /** All that is held. */
  held: () => number;
};

export type ByteBudgetConfig = { processBytes: number; principalBytes: number };

const KEPT_FOR_OTHERS = 1 / 4;
/** Of the process's limit: 4 MiB by default, some requests of a usual size at once. */
const LITTLE = 1 / 16;

export function makeByteBudget({ processBytes, principalBytes }: ByteBudgetConfig): ByteBudget {
  const heldBy = new Map<string, number>();
  let held = 0;

  const add = (principal: string, bytes: number) => {
    held += bytes;
    const own = (heldBy.get(principal) ?? 0) + bytes;
    if (own > 0) heldBy.set(principal, own);
    else heldBy.delete(principal);
  };

  function judge(principal: string, bytes: number, ofRequest: number): OverBudget | undefined {
    const own = heldBy.get(principal) ?? 0;
    const isOnlyOne = own === ofRequest;
    if (!isOnlyOne && own + bytes > principalBytes) return 'principal';
    const holdsLittle = isOnlyOne || own + bytes <= processBytes * LITTLE;
    const room = holdsLittle ? processBytes : processBytes * (1 - KEPT_FOR_OTHERS);
    if (held + bytes > room && held > ofRequest) return 'process';
    return undefined;
  }

  return {
    held: () => held,
    open: (principal) => {
      let ofRequest = 0;
      let isOpen = true;
      const takeAnyway = (bytes: number) => {
        if (!isOpen) return;
        ofRequest += bytes;
        add(principal, bytes);
      };
      return {
        take: (bytes) => {
          const over = judge(principal, bytes, ofRequest);
          if (over === undefined) takeAnyway(bytes);
          return over;
        },
        takeAnyway,
        release: () => {
          if (isOpen) add(principal, -ofRequest);
          isOpen = false;
        },
      };
    },
  };
}
