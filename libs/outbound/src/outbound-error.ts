// Why a target is not asked, or gives no answer that counts.

export type OutboundRefusal =
  /** Neither https nor, where it may be, http. */
  | 'scheme'
  /** The URL has a name or a password. */
  | 'credentials'
  | 'port'
  /** It is, or leads to, an address that is not public. */
  | 'not_public';

export type OutboundFailure =
  | 'no_such_host'
  | 'dns_unavailable'
  | 'timeout'
  /** More bytes than wanted. */
  | 'too_large'
  /** No connection, none with TLS that can be trusted, or one that ended too early. */
  | 'unreachable';

/** Thrown within a look-up, where a value cannot be returned. */
export class OutboundError extends Error {
  constructor(
    readonly outcome:
      | { kind: 'refused'; reason: OutboundRefusal }
      | { kind: 'failed'; reason: OutboundFailure; detail: string },
  ) {
    super(outcome.reason);
    this.name = 'OutboundError';
  }
}
