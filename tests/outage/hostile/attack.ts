// What a test lets hostile clients do to a port of this machine.

export type Attack =
  /** Connections that are held open as long as the server lets them be. */
  | {
      kind: 'hold';
      port: number;
      count: number;
      /** Sent at once. */
      opening: string;
      /** Sent again and again, every half second; '' sends no more. */
      drip: string;
      /** The client says at once that it sends no more. */
      isHalfClosed: boolean;
    }
  /** Connections that ask on and on and take no answer. */
  | { kind: 'unread'; port: number; count: number; request: string }
  /** Connections that ask a chunk of requests ahead, take no answer, and stay. */
  | { kind: 'ahead'; port: number; count: number; request: string; forMs: number }
  /** Connections that ask for a chunk of requests, take the answers, begin another one with `tail`, and stay. */
  | { kind: 'idle'; port: number; count: number; request: string; tail: string; forMs: number }
  /** Connections that are dropped at once, in the middle of a head, and before the answer. */
  | { kind: 'drop'; port: number; count: number; perSecond: number; request: string }
  /** Connections that guess slugs, each the next one as soon as it is answered. */
  | { kind: 'guess'; port: number; count: number; forMs: number };

/** A connection that is open for longer was not cut off, ms. */
export const PATIENCE_MS = 30_000;
