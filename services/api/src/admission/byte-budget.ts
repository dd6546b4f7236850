// Bounds the bytes that requests hold in this process: bodies, and answers that their clients have not taken. Each
// principal (a workspace, a person) has a limit, all anonymous requests together have one, and so has the process. The last
// quarter of the process's is for principals that hold little: those that hold much never take it.

export type OverBudget = 'principal' | 'anonymous' | 'process';

/** Whose bytes they are. `known`: of each that is named, as of a workspace and a person. */
export type Principals =
  | { kind: 'known'; names: readonly string[] }
  /** An anonymous request of an address. */
  | { kind: 'anonymous'; address: string };

/** What one request holds. */
export type Hold = {
  /** Takes the bytes, or returns which limit forbids it. */
  take: (bytes: number) => OverBudget | undefined;
  /** Takes them whatever is held already: for what cannot be refused any more. Less than 0: gives some back. */
  takeAnyway: (bytes: number) => void;
  /** Gives everything back; later calls do nothing. */
  release: () => void;
};

export type ByteBudget = {
  open: (of: Principals) => Hold;
  /** All that is held. */
  held: () => number;
};

export type ByteBudgetConfig = { processBytes: number; principalBytes: number };

/** What a request holds counts in one account or two. */
type Account = { name: string; limit: number; whose: Exclude<OverBudget, 'process'> };

const KEPT_FOR_OTHERS = 1 / 4;
const FOR_ANONYMOUS = 1 / 4;
/** Of the process's limit: 4 MiB by default, some requests of a usual size at once. */
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

  /** The only request of an account may be larger than its limit, and the only one of the process than all limits. */
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
