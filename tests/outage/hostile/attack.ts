// What hostile clients do to a port of this machine.

export type Attack =
  /** Connections that are held open as long as the server lets them be. */
  | {
      kind: 'hold';
      port: number;
      count: number;
      /** Sent at once. */
      opening: string;
      /** Sent every half second after that; '': nothing is sent. */
      drip: string;
      /** The client closes its sending side at once. */
      isHalfClosed: boolean;
    }
  /** Connections that send requests without end and read no answer. */
  | { kind: 'unread'; port: number; count: number; request: string }
  /** Connections that send a chunk of requests at once, read no answer, and stay. */
  | { kind: 'ahead'; port: number; count: number; request: string; forMs: number }
  /** Connections that send a chunk of requests, read the answers, begin another request with `tail`, and stay. */
  | { kind: 'idle'; port: number; count: number; request: string; tail: string; forMs: number }
  /** Connections that are dropped at once, in the middle of a head, and before the answer. */
  | { kind: 'drop'; port: number; count: number; perSecond: number; request: string }
  /** Connections that guess slugs, each the next one after the answer to the last. */
  | { kind: 'guess'; port: number; count: number; forMs: number };

/** A connection that is open for so long counts as not cut off. */
export const MAX_HELD_MS = 30_000;
