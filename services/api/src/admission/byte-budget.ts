// Bounds the bytes that requests hold in this process: bodies, and answers that their clients have not taken. Each
// principal (a workspace, a person), all anonymous requests together, and the process have a limit. The last quarter of
// the process's limit is for principals that hold little: the others never take it.

export type OverBudget = 'principal' | 'anonymous' | 'process';

/** Whose bytes they are. `known`: they count for each of the names, such as a workspace and a person. */
export type Principals =
  | { kind: 'known'; names: readonly string[] }
  /** An anonymous request from an address. */
  | { kind: 'anonymous'; address: string };

/** What one request holds. */
export type Hold = {
  /** Takes the bytes, or returns which limit forbids it. */
  take: (bytes: number) => OverBudget | undefined;
  /** Takes bytes that can no longer be refused, whatever is held already. A negative number gives some back. */
  takeAnyway: (bytes: number) => void;
  /** Gives everything back; later calls do nothing. */
  release: () => void;
};

export type ByteBudget = {
  open: (of: Principals) => Hold;
  /** The bytes that all requests hold. */
  held: () => number;
};

export type ByteBudgetConfig = { processBytes: number; principalBytes: number };

/** What a request holds counts in one account or two. */
type Account = { name: string; limit: number; whose: Exclude<OverBudget, 'process'> };

const KEPT_FOR_OTHERS = 1 / 4;
const FOR_ANONYMOUS = 1 / 4;
/** The part of the process's limit that counts as little: 4 MiB by default, several requests of a usual size. */
const LITTLE = 1 / 16;

export function makeByteBudget({ processBytes, principalBytes }: ByteBudgetConfig): ByteBudget {
  const heldBy = new Map<string, number>();
  let held = 0;

  function accountsOf(of: Principals): Account[] {
    if (of.kind === 'known') {
      return of.names.map((name) => ({ name: `known ${name}`, limit: principalBytes, whose: 'principal' }));
    }
    const little = Math.min(principalBytes, processBytes * LITTLE);
    return [
      { name: `address ${of.address}`, limit: little, whose: 'principal' },
      { name: 'anonymous', limit: processBytes * FOR_ANONYMOUS, whose: 'anonymous' },
    ];
  }

  const heldOf = ({ name }: Account) => heldBy.get(name) ?? 0;

  const add = (accounts: readonly Account[], bytes: number) => {
    held += bytes;
    for (const account of accounts) {
      const own = heldOf(account) + bytes;
      if (own > 0) heldBy.set(account.name, own);
      else heldBy.delete(account.name);
    }
  };

  /** The only request of an account may exceed its limit. The only request of the process may exceed all limits. */
  function overBudgetOf(
    accounts: readonly Account[],
    bytes: number,
    ofRequest: number,
  ): OverBudget | undefined {
    if (held === ofRequest) return undefined;
    const over = accounts.find((one) => heldOf(one) !== ofRequest && heldOf(one) + bytes > one.limit);
    if (over) return over.whose;
    const holdsLittle = accounts.every((one) => heldOf(one) + bytes <= processBytes * LITTLE);
    const room = holdsLittle ? processBytes : processBytes * (1 - KEPT_FOR_OTHERS);
    return held + bytes > room ? 'process' : undefined;
  }

  return {
    held: () => held,
    open: (of) => {
      const accounts = accountsOf(of);
      let ofRequest = 0;
      let isOpen = true;
      const takeAnyway = (bytes: number) => {
        if (!isOpen) return;
        ofRequest += bytes;
        add(accounts, bytes);
      };
      return {
        take: (bytes) => {
          const over = overBudgetOf(accounts, bytes, ofRequest);
          if (over === undefined) takeAnyway(bytes);
          return over;
        },
        takeAnyway,
        release: () => {
          if (isOpen) add(accounts, -ofRequest);
          isOpen = false;
        },
      };
    },
  };
}
